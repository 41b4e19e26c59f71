"""What many examples say about parameters: limit laws, their price, moments instead of search."""
