/** The code or the texts of a screen couldn't be loaded. */
export class ScreenFailure extends Error {
  constructor(
    cause: unknown,
    /** The number of failures in this page. */
    readonly times: number,
  ) {
    super('no screen', { cause });
  }
}
