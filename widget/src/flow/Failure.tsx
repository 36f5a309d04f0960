import { Banner } from '../parts/index.js';

/** Wherever the screen was scrolled to, a failure that appears is in view. */
function bringIntoView(place: HTMLElement | null) {
  place?.scrollIntoView({ block: 'nearest' });
}

/** Why the last press of a button failed. */
export function Failure({ children }: { children: string }) {
  return (
    <div key={children} ref={bringIntoView}>
      <Banner tone="danger" duration={null}>
        {children}
      </Banner>
    </div>
  );
}
