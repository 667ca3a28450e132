"""The rig as a service of the machine: what is put where, and how it is taken away again."""
