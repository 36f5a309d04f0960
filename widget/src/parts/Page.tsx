import { useId, type ReactNode } from 'react';
import './page.css';
import { Heading } from './Heading.js';

export interface PageProps {
  /** The screen's heading. */
  heading: ReactNode;
  /** One or two sentences below it. */
  subtitle?: ReactNode;
  /** True if the user came here by a step, false on the first load (we never take a host page's focus). Defaults to false. */
  headingTakesFocus?: boolean | undefined;
  /** Changes with the step, so that the heading takes the focus again. */
  focusKey?: string | number | undefined;
  /** The area above the heading: the way back and the step dots. */
  top?: ReactNode;
  /** Shown centered above the heading: an illustration. */
  picture?: ReactNode;
  /** The order summary: beside the content from 60em, below that between the heading and the content. */
  aside?: ReactNode;
  /** `form` is one column of 34rem, `wide` is for package cards, `letter` a centered message. Defaults to `form`; with `aside` it is two columns. */
  layout?: 'form' | 'wide' | 'letter' | undefined;
  children?: ReactNode;
}

/** One screen of the flow, as a region named by its heading. The page around it owns `main`. */
export function Page({ heading, subtitle, headingTakesFocus = false, focusKey, top, picture, aside, layout = 'form', children }: PageProps) {
  const headingId = useId();
  return (
    <section className="cj-page" data-layout={aside ? 'aside' : layout} aria-labelledby={headingId}>
      {top && <div className="cj-page-top">{top}</div>}
      <div className="cj-page-columns">
        <div className="cj-page-head">
          {picture && <div className="cj-page-picture">{picture}</div>}
          <Heading depth={0} id={headingId} takesFocus={headingTakesFocus} focusKey={focusKey}>
            {heading}
          </Heading>
          {subtitle && <p className="cj-page-subtitle">{subtitle}</p>}
        </div>
        {aside && <div className="cj-page-aside">{aside}</div>}
        <div className="cj-page-body">{children}</div>
      </div>
    </section>
  );
}
