"""`python -m turmwart` is `turmwart`."""

from turmwart.cli import main

raise SystemExit(main())
