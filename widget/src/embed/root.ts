import { createRoot, type Root } from 'react-dom/client';
import { newId } from '../session/visitor.js';

/** Opens a React root in a host's page. Each copy of React counts its ids from 0: a prefix avoids the ids of the page's own copy. */
export function openRoot(place: HTMLElement): Root {
  return createRoot(place, { identifierPrefix: newId() });
}
