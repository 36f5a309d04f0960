import type { ReactNode } from 'react';
import './illustration.css';

/* Drawn on 160 by 110. `soft` is filled with the soft accent, `warm` with the sunken neutral; everything else is a line. */
const drawings = {
  /** Two homes and the way between them. */
  homes: (
    <>
      <path className="cj-soft" d="M18 92V58l24-20 24 20v34Z" />
      <path className="cj-warm" d="M96 92V66l20-17 20 17v26Z" />
      <path d="M12 63 42 38l30 25M18 58v34h48V58M91 70l25-21 25 21M96 66v26h40V66" />
      <path d="M36 92V74h12v18M110 92V78h12v14" />
      <path className="cj-dashed" d="M52 30c14-16 40-16 54 6" />
      <circle className="cj-fill" cx="80" cy="19.5" r="4" />
      <path d="M6 92h148" />
    </>
  ),
  /** A scale on a desk of papers, for professionals who work with families. */
  practice: (
    <>
      <rect className="cj-soft" x="28" y="46" width="104" height="46" rx="6" />
      <path className="cj-warm" d="M28 60h104v10H28Z" />
      <rect x="28" y="46" width="104" height="46" rx="6" />
      <path d="M62 46v-8a6 6 0 0 1 6-6h24a6 6 0 0 1 6 6v8M28 62c30 14 74 14 104 0" />
      <rect className="cj-fill" x="74" y="64" width="12" height="10" rx="2" />
      <path d="M12 92h136" />
    </>
  ),
  /** A letter that has arrived. */
  inbox: (
    <>
      <path className="cj-warm" d="M34 44h92v48H34Z" />
      <path className="cj-soft" d="M48 20h64v44l-32 18-32-18Z" />
      <path d="M34 44v48h92V44M48 54V20h64v34M34 46l46 32 46-32" />
      <path d="M60 34h40M60 44h26" />
      <path d="M14 92h132" />
    </>
  ),
  /** A calendar with a ticked day: done. */
  done: (
    <>
      <rect className="cj-soft" x="38" y="24" width="84" height="68" rx="8" />
      <path className="cj-warm" d="M38 42V32a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v10Z" />
      <rect x="38" y="24" width="84" height="68" rx="8" />
      <path d="M38 42h84M58 18v12M102 18v12" />
      <path className="cj-strong" d="m64 66 11 11 22-22" />
      <path d="M14 92h132" />
    </>
  ),
  /** Two people's speech bubbles that meet: get connected. */
  connect: (
    <>
      <path className="cj-soft" d="M22 26h62a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8H48L34 76V64H22a8 8 0 0 1-8-8V34a8 8 0 0 1 8-8Z" />
      <path className="cj-warm" d="M104 46h34a8 8 0 0 1 8 8v18a8 8 0 0 1-8 8h-8v12l-13-12H92a8 8 0 0 1-8-8v-8" />
      <path d="M22 26h62a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8H48L34 76V64H22a8 8 0 0 1-8-8V34a8 8 0 0 1 8-8Z" />
      <path d="M92 46h46a8 8 0 0 1 8 8v18a8 8 0 0 1-8 8h-8v12l-13-12H92a8 8 0 0 1-8-8v-8" />
      <path d="M30 40h44M30 50h28M100 63h30" />
    </>
  ),
  /** A kite: children. */
  kite: (
    <>
      <path className="cj-soft" d="m84 12 30 30-30 34-22-34Z" />
      <path d="m84 12 30 30-30 34-22-34Zm0 0v64M62 42h52" />
      <path d="M84 76c-2 10-14 6-18 13-3 5-12 5-16 1" />
      <path className="cj-fill" d="m70 82 6 6-8 1Z" />
      <path d="M20 40c4-6 12-6 15 0 5-3 11 0 11 6H16c-3-3-1-7 4-6Z" />
      <path d="M14 96h132" />
    </>
  ),
} satisfies Record<string, ReactNode>;

/** The names of our drawings. */
export type IllustrationName = keyof typeof drawings;

export interface IllustrationProps {
  name: IllustrationName;
}

/** A line drawing of our own, for the mood. Hidden from assistive technology. */
export function Illustration({ name }: IllustrationProps) {
  return (
    <svg className="cj-illustration" viewBox="0 0 160 110" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  );
}
