"""Values that every room shares."""
