/*
 * The form library's channel to its developer tools, left out: it would tell every listener on the host's window what is typed into our forms,
 * passwords included. It would be 1.2 KB (gzip) of the first form. The build fails once this replaces nothing.
 */
export class EventClient {
  emit(): void {}
  on(): () => void {
    return () => undefined;
  }
}
