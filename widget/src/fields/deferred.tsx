import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** The pause before code that failed to load is requested again. */
const retryMs = 5000;

export interface DeferredProps<P> {
  /** Loads the code; with false it isn't loaded. Defaults to true. */
  isShown?: boolean;
  /** Shown until the code is loaded; nothing by default. After a failure, loading is retried every few seconds. */
  fallback?: ReactNode;
  /** Name of its field: a control in use is never swapped. */
  field?: string;
  props: P;
}

/** A heavy component that replaces a light one after its code has loaded in the background. */
export function deferred<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<DeferredProps<P>> {
  let known: ComponentType<P> | undefined;
  return function Deferred({ isShown = true, fallback, field, props }) {
    const [Component, setComponent] = useState(() => known);
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (Component || !isShown) return undefined;
      let isMounted = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      load().then(
        (loaded) => {
          known = loaded;
          const isHeld = field !== undefined && document.activeElement?.getAttribute('data-field') === field;
          if (isMounted && !isHeld) setComponent(() => loaded);
        },
        () => {
          if (isMounted) timer = setTimeout(() => setAttempt((n) => n + 1), retryMs);
        },
      );
      return () => {
        isMounted = false;
        clearTimeout(timer);
      };
    }, [Component, isShown, field, attempt]);
    return Component && isShown ? <Component {...props} /> : fallback;
  };
}
