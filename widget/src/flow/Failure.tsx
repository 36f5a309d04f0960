import { Banner } from '../parts/index.js';

/** Scrolls a new failure into view, whatever the scroll position. */
function bringIntoView(place: HTMLElement | null) {
  place?.scrollIntoView({ block: 'nearest' });
}

/** The reason of the last failure of a button. */
export function Failure({ children }: { children: string }) {
  return (
    <div key={children} ref={bringIntoView}>
      <Banner tone="danger" duration={null}>
        {children}
      </Banner>
    </div>
  );
}
