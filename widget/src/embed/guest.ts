import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { EmbeddedFlow, type EmbeddedFlowProps } from './EmbeddedFlow.js';
import { prepare, type Kind } from './kind.js';
import { openRoot } from './root.js';

/** A flow on its own React, inside an application with another. */
export interface Guest {
  update: (props: EmbeddedFlowProps) => void;
  close: () => void;
}

/** Runs a flow in a place of an application. The first render is done when this returns. */
export function openGuest(place: HTMLElement, kind: Kind, first: EmbeddedFlowProps): Guest {
  const root = openRoot(place);
  const update = (props: EmbeddedFlowProps) => root.render(createElement(EmbeddedFlow, { props, prepare: prepare[kind] }));
  flushSync(() => update(first));
  return { update, close: () => root.unmount() };
}
