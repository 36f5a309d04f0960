export default function FamilyScreen() { return null; }
