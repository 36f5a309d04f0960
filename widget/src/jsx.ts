/** @cojoin/widget/jsx: the custom elements in the JSX of React 18 and 19, as soon as a file imports its types. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CojoinElement } from './embed/elements.js';
import type { CojoinAttributes, CojoinHandlers } from './embed/markup.js';

/** React 18 passes unknown attributes on unchanged: there it is `class`, and listeners are added through a ref. */
type Props = DetailedHTMLProps<HTMLAttributes<CojoinElement>, CojoinElement> &
  CojoinAttributes &
  CojoinHandlers<'on'> & { class?: string | undefined };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'cojoin-join': Props;
      'cojoin-pro': Props;
      'cojoin-account': Props;
    }
  }
}
