import { JoinFlow } from "@cojoin/widget";
import "@cojoin/widget/style.css";
import { StrictMode, useState, version } from "react";
import { createRoot } from "react-dom/client";

function App() {
  const [isOpen, setOpen] = useState(true);
  const [views, setViews] = useState([]);
  return (
    <>
      <h1>Join with React {version}</h1>
      <output>{views.join(" ")}</output>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Close" : "Open"}
      </button>
      {isOpen && (
        <JoinFlow
          server={import.meta.env.VITE_COJOIN_SERVER}
          locale="en"
          onStep={({ view }) => setViews((before) => [...before, view])}
        />
      )}
    </>
  );
}

createRoot(document.getElementById("app")).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
