export default function PackagesScreen() { return null; }
