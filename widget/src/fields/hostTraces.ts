import { destroyAnnouncer } from 'react-aria/private/live-announcer/LiveAnnouncer';

/** react-aria's press handling looks for this id before it writes a style element into the host's head. */
const pressableStyleId = 'react-aria-pressable-style';

/**
 * Puts an element with that id into our own root, so that react-aria writes nothing into the host's head. A strict CSP would refuse that anyway, and
 * destroy() would leave it behind. Its one rule (touch-action) is in our own sheet.
 */
export function markPressable(portal: HTMLElement | undefined | null): void {
  if (!portal || document.getElementById(pressableStyleId)) return;
  const mark = document.createElement('template');
  mark.id = pressableStyleId;
  portal.append(mark);
}

let announcing = 0;

/** react-aria puts its live regions into the host's body and never removes them. The last suggest field to unmount removes them. */
export function holdAnnouncer(): () => void {
  announcing += 1;
  return () => {
    announcing -= 1;
    if (announcing === 0 && document.querySelector('body > [data-live-announcer]')) destroyAnnouncer();
  };
}
