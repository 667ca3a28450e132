"""What could now stand on the table, and which of it does."""
