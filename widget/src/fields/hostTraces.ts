import { destroyAnnouncer } from 'react-aria/private/live-announcer/LiveAnnouncer';

/** react-aria's press handling looks for this id before it writes a style element into the host's head. */
const pressableStyleId = 'react-aria-pressable-style';

/**
 * With an element of that id in our own root, react-aria writes nothing into the host's head, which a strict CSP would refuse anyway and destroy()
 * would leave behind. Its one rule (touch-action) is in our own sheet.
 */
export function markPressable(portal: HTMLElement | undefined | null): void {
  if (!portal || document.getElementById(pressableStyleId)) return;
  const mark = document.createElement('template');
  mark.id = pressableStyleId;
  portal.append(mark);
}

let announcing = 0;

/** react-aria puts its live regions into the host's body and leaves them there. The last suggesting field that is unmounted removes them. */
export function holdAnnouncer(): () => void {
  announcing += 1;
  return () => {
    announcing -= 1;
    if (announcing === 0 && document.querySelector('body > [data-live-announcer]')) destroyAnnouncer();
  };
}
