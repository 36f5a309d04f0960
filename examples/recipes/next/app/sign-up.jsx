"use client";

import { JoinFlow } from "@cojoin/widget";
import { useState } from "react";

export function SignUp({ server }) {
  const [isOpen, setOpen] = useState(true);
  const [views, setViews] = useState([]);
  return (
    <>
      <output>{views.join(" ")}</output>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Close" : "Open"}
      </button>
      {isOpen && (
        <JoinFlow
          server={server}
          locale="en"
          onStep={({ view }) => setViews((before) => [...before, view])}
        />
      )}
    </>
  );
}
