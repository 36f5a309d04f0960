import { useEffect, useRef, useState, type ReactNode } from 'react';
import './banner.css';
import { Icon, type IconName } from './Icon.js';
import { IconButton } from './IconButton.js';

export interface BannerProps {
  children: ReactNode;
  /** Icon and color. `danger` is announced immediately, the others politely. Defaults to `info`. */
  tone?: 'info' | 'success' | 'warning' | 'danger' | 'offer' | undefined;
  /** Milliseconds until it slides away; paused under a pointer, with the focus inside, or by the button. `null` lets it stay. Defaults to 15000. */
  duration?: number | null | undefined;
  /** Called once it has slid away, by itself or by the cross. Without it, there is no cross and it stays. */
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  /** "Keep this message open"; required if it would slide away by itself. */
  pauseLabel?: string | undefined;
  /** Below the text: a button or a link. */
  action?: ReactNode;
}

const icons: Record<NonNullable<BannerProps['tone']>, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  danger: 'alert',
  offer: 'tag',
};

/** The duration of the slide, as in banner.css. */
const slideAway = 180;

/** A message above the screen. It can be kept open while it is being read. */
export function Banner({ children, tone = 'info', duration = 15_000, onClose, closeLabel, pauseLabel, action }: BannerProps) {
  const [isKept, setKept] = useState(false);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const remaining = useRef(duration ?? 0);
  const goesAway = onClose !== undefined && duration !== null;
  // A pointer that leaves takes no message from under the keyboard.
  const isHeld = isPointedAt || hasFocus;

  useEffect(() => {
    if (!goesAway || isKept || isHeld || isLeaving) {
      return undefined;
    }
    const startedAt = Date.now();
    const timer = setTimeout(() => setLeaving(true), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current = Math.max(0, remaining.current - (Date.now() - startedAt));
    };
  }, [goesAway, isKept, isHeld, isLeaving]);

  useEffect(() => {
    if (!isLeaving) {
      return undefined;
    }
    const timer = setTimeout(() => onClose?.(), slideAway);
    return () => clearTimeout(timer);
  }, [isLeaving, onClose]);

  return (
    <div
      className="cj-banner cj-screen-only"
      data-tone={tone}
      data-leaving={isLeaving || undefined}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <Icon name={icons[tone]} />
      <div className="cj-banner-words" role={tone === 'danger' ? 'alert' : 'status'}>
        <div>{children}</div>
        {action && <div className="cj-banner-action">{action}</div>}
      </div>
      {goesAway && pauseLabel && !isKept && <IconButton icon="pause" label={pauseLabel} onPress={() => setKept(true)} />}
      {onClose && <IconButton icon="close" label={closeLabel} onPress={() => setLeaving(true)} />}
    </div>
  );
}
