"""From light to evidence: cameras, gate, pose, colour and score."""
