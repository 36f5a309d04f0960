export default function ReceiptScreen() { return null; }
