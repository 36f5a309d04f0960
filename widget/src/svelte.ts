/** @cojoin/widget/svelte: the custom elements in Svelte's templates, as soon as a file imports its types. */
import type { HTMLAttributes } from 'svelte/elements';
import type { CojoinElement } from './embed/elements.js';
import type { CojoinAttributes, CojoinHandlers } from './embed/markup.js';

type Element = HTMLAttributes<CojoinElement> & CojoinAttributes & CojoinHandlers<'on'> & CojoinHandlers<'on:'>;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'cojoin-join': Element;
    'cojoin-pro': Element;
    'cojoin-account': Element;
  }
}
