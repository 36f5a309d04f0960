/** @cojoin/widget/vue: the custom elements in Vue's templates, as soon as a file imports its types. */
import type { HTMLAttributes, PublicProps } from 'vue';
import type { FlowEvent, FlowEvents } from './flow/event.js';
import type { CojoinAttributes } from './embed/markup.js';

/** The listener type of `@cojoin:step` in a template. */
type VueHandlers = { [E in FlowEvent as `onCojoin:${E}`]?: ((event: CustomEvent<FlowEvents[E]>) => void) | undefined };

type Element = new () => { $props: HTMLAttributes & PublicProps & CojoinAttributes & VueHandlers };

declare module 'vue' {
  interface GlobalComponents {
    'cojoin-join': Element;
    'cojoin-pro': Element;
    'cojoin-account': Element;
  }
}
