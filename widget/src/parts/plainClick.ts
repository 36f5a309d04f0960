import type { MouseEventHandler } from 'react';

/** Does something instead of following a link; a click that wants another tab or window is the browser's. */
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
