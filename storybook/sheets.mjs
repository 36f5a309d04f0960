// Arranges screenshots on sheets.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright';

/** Puts as many readable pictures as possible on each sheet: in columns, in the given order, each in the column with the most room. */
export async function sheets(folder, width, pictures) {
  const [columns, scale] = width < 600 ? [5, 0.85] : width < 1000 ? [3, 0.68] : [2, 0.62];
  const shown = { width: Math.round(width * scale), height: 1500 };
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', chromiumSandbox: false });
  const page = await browser.newPage({ viewport: { width: columns * (shown.width + 12), height: shown.height + 40 } });
  let sheet = 0;
  let filled = Array.from({ length: columns }, () => ({ height: 0, cells: '' }));
  const finish = async () => {
    sheet += 1;
    const path = `${folder}/sheet-${String(sheet).padStart(2, '0')}`;
    const style = `body{margin:0;display:flex;gap:12px;background:#888;font:12px sans-serif}div{inline-size:${shown.width}px}
      figure{margin:0 0 8px}figcaption{color:#fff;block-size:18px;overflow:hidden;white-space:nowrap}
      img{display:block;inline-size:${shown.width}px;max-block-size:${shown.height}px;object-fit:cover;object-position:top}`;
    const body = filled.map(({ cells }) => `<div>${cells}</div>`).join('');
    await writeFile(`${path}.html`, `<!doctype html><meta charset="utf-8"><style>${style}</style>${body}`);
    await page.goto(`file://${path}.html`);
    await page.screenshot({ path: `${path}.png`, fullPage: true });
    await rm(`${path}.html`);
    filled = filled.map(() => ({ height: 0, cells: '' }));
  };
  for (const { file, caption } of pictures) {
    const picture = await readFile(`${folder}/${file}`).catch(() => undefined);
    if (!picture) continue;
    // A PNG has its width and height at bytes 16 and 20.
    const height = Math.min((picture.readUInt32BE(20) / picture.readUInt32BE(16)) * shown.width, shown.height) + 26;
    let column = filled.toSorted((a, b) => a.height - b.height)[0];
    if (column.height > 0 && column.height + height > shown.height + 40) {
      await finish();
      column = filled[0];
    }
    column.height += height;
    column.cells += `<figure><figcaption>${caption}</figcaption><img src="${file}"></figure>`;
  }
  if (filled.some(({ height }) => height > 0)) await finish();
  await browser.close();
}
