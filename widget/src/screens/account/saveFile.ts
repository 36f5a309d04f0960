/** How long the file is there for a browser that reads it after the click. */
const readMs = 60_000;

/** Puts a file where the browser's downloads go. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), readMs);
}
