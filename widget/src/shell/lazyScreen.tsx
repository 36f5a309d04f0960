import { use, type ComponentType, type FunctionComponent } from 'react';

/** A screen that the router may load before it shows it. */
export type LazyScreen = FunctionComponent & { preload: () => Promise<void> };

/** The code or the sentences of a screen couldn't be had. */
export class ScreenFailure extends Error {
  constructor(
    cause: unknown,
    /** How often in this page. */
    readonly times: number,
  ) {
    super('no screen', { cause });
  }
}

/**
 * A screen whose code and sentences come when it is first asked for. A failure is thrown where the screen would be; trying again loads again.
 * The router's own way reloads the page when a chunk is missing, which an embedded flow must never do to its host.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let screen: ComponentType | undefined;
  let failure: ScreenFailure | undefined;
  let failures = 0;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> => {
    failure = undefined;
    loading ??= load().then(
      (loaded) => {
        screen = loaded;
      },
      (reason: unknown) => {
        loading = undefined;
        failure = new ScreenFailure(reason, (failures += 1));
      },
    );
    return loading;
  };
  function Lazy() {
    if (failure) throw failure;
    if (!screen) use(loading ?? preload());
    const Screen = screen;
    return Screen ? <Screen /> : null;
  }
  return Object.assign(Lazy, { preload });
}
