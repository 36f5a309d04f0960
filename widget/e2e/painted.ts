import type { Locator } from '@playwright/test';

/** Returns the color actually painted inside an element, at the end of its line, including frames and the layers behind them. */
export async function paintedColor(element: Locator): Promise<string> {
  const picture = await element.screenshot({ animations: 'disabled' });
  return element.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas?.drawImage(image, 0, 0);
    const [red, green, blue] = canvas?.getImageData(image.width - 12, Math.round(image.height / 2), 1, 1).data ?? [];
    return `rgb(${red}, ${green}, ${blue})`;
  }, picture.toString('base64'));
}
