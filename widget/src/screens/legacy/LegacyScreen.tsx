export default function LegacyScreen() { return null; }
