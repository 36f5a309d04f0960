export default function DuplicateScreen() { return null; }
