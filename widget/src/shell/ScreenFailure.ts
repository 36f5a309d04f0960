/** The code or the sentences of a screen couldn't be had. */
export class ScreenFailure extends Error {
  constructor(
    cause: unknown,
    /** The number of failures in this page. */
    readonly times: number,
  ) {
    super('no screen', { cause });
  }
}
