export default function ParentScreen() { return null; }
