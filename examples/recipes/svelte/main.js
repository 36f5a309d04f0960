import { defineElements } from "@cojoin/widget/elements";
import "@cojoin/widget/style.css";
import { mount } from "svelte";
import App from "./App.svelte";

defineElements({ server: import.meta.env.VITE_COJOIN_SERVER });
mount(App, { target: document.getElementById("app") });
