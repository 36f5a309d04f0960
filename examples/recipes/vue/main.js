import { defineElements } from "@cojoin/widget/elements";
import "@cojoin/widget/style.css";
import { createApp } from "vue";
import App from "./App.vue";

defineElements({ server: import.meta.env.VITE_COJOIN_SERVER });
createApp(App).mount("#app");
