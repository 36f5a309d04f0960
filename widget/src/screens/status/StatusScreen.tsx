export default function StatusScreen() { return null; }
