/** An answer that a test gives when it wants to. */
export interface Arrival<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (cause: Error) => void;
}

export function arrival<T>(): Arrival<T> {
  let resolve: Arrival<T>['resolve'] = () => undefined;
  let reject: Arrival<T>['reject'] = () => undefined;
  const promise = new Promise<T>((...ends) => {
    [resolve, reject] = ends;
  });
  return { promise, resolve, reject };
}
