import {
  createContext,
  useContext,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type CSSProperties,
  type Ref,
} from 'react';
import { useSchemeAround } from './scheme.js';
import './tokens.css';
import './base.css';

/** The choice of colors: `auto` follows the color scheme of the page around it. */
export type Theme = 'light' | 'dark' | 'auto';

/** The root's setting, for fields and parts. */
export interface RootSetting {
  /** BCP 47 tag of the texts inside, as in the root's `lang`. */
  lang: string;
  /** Level of a screen's heading: 1 on the hosted page, 2 if a host page already has its h1. */
  headingLevel: 1 | 2 | 3;
  /** The parent of overlays, which keeps them inside our CSS scope; null until the root is mounted. */
  portal: HTMLElement | null;
}

const RootContext = createContext<RootSetting>({ lang: 'en', headingLevel: 1, portal: null });

/** The setting of the nearest {@link Root}; English, heading level 1 and no portal outside of one. */
export function useRoot(): RootSetting {
  return useContext(RootContext);
}

export interface RootProps {
  /** Defaults to `auto`. `system` follows the reader's system, on a page that is ours. */
  theme?: Theme | 'system' | undefined;
  /** BCP 47 tag, set as `lang`. */
  lang: string;
  /** Defaults to `ltr`, the direction of our languages, whatever the page's. */
  dir?: 'ltr' | 'rtl' | undefined;
  /** Defaults to 1. */
  headingLevel?: 1 | 2 | 3 | undefined;
  /** Shows the page's background if our text is readable on it. Defaults to false: ours is painted. */
  isGuest?: boolean | undefined;
  /** Only the waiting placeholder is shown yet. Defaults to false. */
  isWaiting?: boolean | undefined;
  /** Custom properties of a brand. */
  style?: CSSProperties | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
  children?: ReactNode;
}

/**
 * The element around all of our content: CSS scope, theme, language, container for width queries and place of overlays.
 * It changes nothing outside itself.
 */
export function Root({ theme = 'auto', lang, dir = 'ltr', headingLevel = 1, isGuest = false, isWaiting = false, style, ref, children }: RootProps) {
  const [portal, setPortal] = useState<HTMLElement | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => place.current);
  const around = useSchemeAround(place, theme === 'auto');
  const scheme = theme === 'auto' ? around : theme;
  useEffect(() => {
    if (!isGuest || scheme === 'system') return undefined;
    let isCurrent = true;
    import('./ground.js').then(
      ({ settleGround }) => {
        if (isCurrent && place.current) settleGround(place.current, scheme);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isGuest, scheme]);
  const setting = useMemo(() => ({ lang, headingLevel, portal }), [lang, headingLevel, portal]);
  return (
    <RootContext value={setting}>
      <div
        ref={place}
        className="cojoin-root"
        // oxlint-disable-next-line react/forbid-dom-props -- custom properties of a brand, set through the object model, which no policy forbids
        style={style}
        data-theme={scheme}
        data-ground={isGuest ? 'page' : undefined}
        data-waiting={isWaiting ? '' : undefined}
        lang={lang}
        dir={dir}
      >
        <div className="cj-frame">{children}</div>
        <div className="cj-portal" ref={setPortal} />
      </div>
    </RootContext>
  );
}
