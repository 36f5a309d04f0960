import "@cojoin/widget/style.css";

export const metadata = { title: "Harbor Family Law" };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
