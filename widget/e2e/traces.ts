import type { Page } from '@playwright/test';

/** The parts of a page that we could change, but must leave alone. */
export interface Traces {
  title: string;
  address: string;
  entries: number;
  focus: string;
  scroll: [number, number];
  /** Markup of `<html>`, `<head>` and `<body>` without our element, and the computed style of each element. */
  markup: string[];
  styles: string[];
  /** Listeners on window, document, html, body and our own element, by event. */
  listeners: string[];
  /** Timers, animation frames and observers that are still running. */
  running: string[];
  /** Names on window, and keys of the stores. */
  globals: string[];
}

/** Counts everything started and ended, from before the first script on. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const listeners = new Map<string, number>();
    const running = new Map<string, number>();
    const count = (map: Map<string, number>, key: string, by: number) => map.set(key, (map.get(key) ?? 0) + by);
    const nameOf = (target: unknown) =>
      target === window
        ? 'window'
        : target === document
          ? 'document'
          : target instanceof Element && target.matches('html, body, cojoin-join, cojoin-pro, cojoin-account')
            ? target.localName
            : undefined;

    const known = new WeakMap<object, Map<string, Set<string>>>();
    let ids = 0;
    const idOf = new WeakMap<object, number>();
    const keyOf = (type: string, listener: object, options: unknown) => {
      if (!idOf.has(listener)) idOf.set(listener, (ids += 1));
      const capture = typeof options === 'boolean' ? options : ((options as AddEventListenerOptions | undefined)?.capture ?? false);
      return `${type} ${idOf.get(listener)} ${capture}`;
    };
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function add(type, listener, options) {
      const name = nameOf(this ?? window);
      // Excludes the test's own.
      if (name && listener && !new Error('who').stack?.includes('InjectedScript')) {
        const of = known.get(this ?? window) ?? new Map<string, Set<string>>();
        known.set(this ?? window, of);
        const keys = of.get(type) ?? new Set();
        of.set(type, keys);
        const key = keyOf(type, listener, options);
        if (!keys.has(key)) {
          keys.add(key);
          count(listeners, `${name} ${type}`, 1);
        }
      }
      addEventListener.call(this ?? window, type, listener, options);
    };
    EventTarget.prototype.removeEventListener = function remove(type, listener, options) {
      const name = nameOf(this ?? window);
      if (
        name &&
        listener &&
        known
          .get(this ?? window)
          ?.get(type)
          ?.delete(keyOf(type, listener, options))
      )
        count(listeners, `${name} ${type}`, -1);
      removeEventListener.call(this ?? window, type, listener, options);
    };

    const pending = new Set<number>();
    const { setTimeout: deferred, clearTimeout: notLater, setInterval: often, clearInterval: notOften } = window;
    Object.assign(window, {
      setTimeout: (work: TimerHandler, ms?: number, ...rest: unknown[]) => {
        const id: number = deferred(() => {
          if (pending.delete(id)) count(running, 'timeout', -1);
          if (typeof work === 'function') (work as (...args: unknown[]) => void)(...rest);
        }, ms);
        pending.add(id);
        count(running, 'timeout', 1);
        return id;
      },
      clearTimeout: (id: number) => {
        if (pending.delete(id)) count(running, 'timeout', -1);
        notLater(id);
      },
      setInterval: (work: TimerHandler, ms?: number) => {
        const id = often(work, ms);
        pending.add(id);
        count(running, 'interval', 1);
        return id;
      },
      clearInterval: (id: number) => {
        if (pending.delete(id)) count(running, 'interval', -1);
        notOften(id);
      },
    });
    // An observer without a target on the page ends with its targets.
    const watched: { name: string; targets: Set<Node> }[] = [];
    for (const name of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'] as const) {
      const targets = new WeakMap<object, Set<Node>>();
      const { observe, unobserve, disconnect } = window[name].prototype as unknown as Record<string, (...args: unknown[]) => void>;
      Object.assign(window[name].prototype, {
        observe(this: object, target: Node, ...rest: unknown[]) {
          const of = targets.get(this) ?? new Set<Node>();
          if (!targets.has(this)) watched.push({ name, targets: of });
          targets.set(this, of);
          // Excludes the test's own, which watches for pages that rewrite themselves.
          if (target !== document) of.add(target);
          observe?.call(this, target, ...rest);
        },
        disconnect(this: object) {
          targets.get(this)?.clear();
          disconnect?.call(this);
        },
        ...(unobserve && {
          unobserve(this: object, target: Node) {
            targets.get(this)?.delete(target);
            unobserve.call(this, target);
          },
        }),
      });
    }
    const listed = (map: Map<string, number>) =>
      [...map]
        .filter(([, n]) => n !== 0)
        .map(([key, n]) => `${key} ×${n}`)
        .toSorted();
    Object.defineProperty(window, 'hostTraces', {
      enumerable: false,
      value: () => ({
        listeners: listed(listeners),
        running: [
          ...listed(running),
          ...watched
            .filter(({ targets }) => [...targets].some((target) => target.isConnected))
            .map(({ name, targets }) => `${name} of ${[...targets].map((target) => target.nodeName).join()}`),
        ],
      }),
    });
  });
}

export async function traces(page: Page): Promise<Traces> {
  return page.evaluate(() => {
    const focus = document.activeElement;
    const isOurs = (element: Element) => element.closest('cojoin-join, cojoin-pro, cojoin-account') !== null;
    const hosts = [...document.querySelectorAll('*')].filter((element) => !isOurs(element));
    const { listeners, running } = (window as unknown as { hostTraces: () => Pick<Traces, 'listeners' | 'running'> }).hostTraces();
    return {
      title: document.title,
      address: location.href,
      entries: history.length,
      focus: `${focus?.localName} ${focus?.id}`,
      scroll: [scrollX, scrollY] as [number, number],
      markup: hosts.map((element) => (element.cloneNode(false) as Element).outerHTML),
      styles: hosts.map((element) => {
        const style = getComputedStyle(element);
        // The height depends on the content.
        return [...style]
          .filter((name) => !/height|block-size|origin/.test(name))
          .map((name) => `${name}:${style.getPropertyValue(name)}`)
          .join(';');
      }),
      listeners,
      running,
      globals: [...Object.keys(window), ...Object.keys(document), ...Object.keys(sessionStorage)]
        .filter((name) => !/^(_reactListening|__playwright)/.test(name))
        .toSorted(),
    };
  });
}
