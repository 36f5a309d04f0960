import type { MouseEventHandler } from 'react';

/** Replaces following a link; a click that opens another tab or window is left to the browser. */
export function onPlainClick(onPress: (() => void) | undefined): MouseEventHandler | undefined {
  return (
    onPress &&
    ((event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      onPress();
    })
  );
}
