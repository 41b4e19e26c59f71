"""Learning one round after the other against whatever comes: experts, geometry, bandits, risk."""
