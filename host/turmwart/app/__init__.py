"""The only room with clocks, files, threads and tasks."""
