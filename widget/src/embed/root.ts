import { createRoot, type Root } from 'react-dom/client';
import { newId } from '../session/visitor.js';

/** A React root in a page that isn't ours. Each copy of React counts its ids from 0: a prefix keeps these apart from those of the page's own copy. */
export function openRoot(place: HTMLElement): Root {
  return createRoot(place, { identifierPrefix: newId() });
}
