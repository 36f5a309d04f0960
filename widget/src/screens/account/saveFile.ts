/** The file stays available for this time: some browsers read it after the click. */
const readMs = 60_000;

/** Puts a file into the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), readMs);
}
