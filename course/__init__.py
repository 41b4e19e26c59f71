"""What runs the course: its command, its notebooks as files, the ledger, slides and grading."""
