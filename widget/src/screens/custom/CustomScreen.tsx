export default function CustomScreen() { return null; }
