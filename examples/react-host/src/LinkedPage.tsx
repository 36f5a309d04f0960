import { defineElements } from '@cojoin/widget/elements';
import { useEffect, useRef } from 'react';
import { server } from './server';

defineElements({ server });

/** The sign-up as a custom element, for parts of a site that don't use React. */
export function LinkedPage() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = document.createElement('cojoin-join');
    element.addEventListener('cojoin:step', ({ detail }) => {
      document.body.dataset['step'] = detail.path;
    });
    place.current?.append(element);
    return () => element.remove();
  }, []);
  return (
    <>
      <h1>Join</h1>
      <div ref={place} />
    </>
  );
}
