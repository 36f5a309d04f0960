// A percentage coupon shows its own percentage on every card and in the banner, whatever the prices. The orders' amounts confirm it.
import { createRequire } from "node:module";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { check, development, main, root } from "./outside.mjs";

const groups = ["P0", "P2", "P3", "UK"];
const percentages = ["30", "12.5", "45"];
const { chromium } = createRequire(join(root, "widget/package.json"))("@playwright/test");

/** Returns the shipped catalog with other prices and another percentage for the partner's coupon. */
function changed(catalog, percent, nextPrice) {
  return catalog
    .replace(/^( {4}price: )"\d+\.\d\d"/gm, (_, label) => `${label}"${nextPrice()}"`)
    .replace(/(code: PARTNER20\n(?: {4}.*\n)*? {4}percent: )"20"/, `$1"${percent}"`);
}

/** Returns the banner's number for a visitor by the partner's link. */
async function bannerOf(browser, url) {
  const page = await browser.newPage({ locale: "en-US" });
  await page.goto(`${url}/app/join/step1?discount=true&referrer=familylaw`);
  const text = await page.getByText(/^Save \d+% now with your referral/).textContent();
  await page.close();
  return Number(/\d+/.exec(text)[0]);
}

await main(async () => {
  const server = await development();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", chromiumSandbox: false });
  try {
    const shipped = (await server.cojoin(["catalog", "export"])).stdout;
    let price = 50_00;
    const seen = new Set();
    for (const percent of percentages) {
      const file = join(server.data, `catalog-${percent}.yaml`);
      await writeFile(file, changed(shipped, percent, () => ((price = 50_00 + ((price * 31 + 7) % 550_00)) / 100).toFixed(2)));
      const applied = await server.cojoin(["catalog", "apply", file, "--note", "another percentage"]);
      check(`the catalog with ${percent} % is applied`, applied.code, 0);
      const wrong = [];
      const shown = new Set();
      let cards = 0;
      for (const group of groups) {
        const { body } = await server.call("GET", `/v1/packages?group=${group}`, undefined, { "Referrer-Key": "familylaw" });
        for (const card of body.packages.filter(({ offer }) => offer?.couponCode === "PARTNER20")) {
          cards++;
          seen.add(`${card.totalPrice} ${card.currencyCode}`);
          shown.add(card.offer.percentOff);
          if (card.offer.percentOff !== Math.floor(Number(percent))) wrong.push(`${card.packageName} ${card.totalPrice}: ${card.offer.percentOff}`);
        }
      }
      check(`${percent} %: percentages on ${cards} cards`, [...shown], [Math.floor(Number(percent))]);
      check(`${percent} %: cards with another one`, wrong, []);
      check(`${percent} %: the banner`, await bannerOf(browser, server.url), Math.floor(Number(percent)));
    }
    check("at least 40 prices", seen.size >= 40, true);
    console.log(`   ${seen.size} prices`);
  } finally {
    await browser.close();
  }
});
