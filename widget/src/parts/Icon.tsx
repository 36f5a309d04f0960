import './icon.css';

/** Outlines, one path each. */
const drawings = {
  alert: 'M2.75 10a7.25 7.25 0 1 0 14.5 0 7.25 7.25 0 1 0-14.5 0M10 6.25v4.5M10 13.6v.15',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  check: 'm4.5 10.5 3.75 3.75L15.5 6.5',
  chevron: 'm5.5 8 4.5 4.5L14.5 8',
  close: 'm5.5 5.5 9 9m0-9-9 9',
  dot: 'M7.75 10a2.25 2.25 0 1 0 4.5 0 2.25 2.25 0 1 0-4.5 0',
  eye: 'M2.25 10S5 4.75 10 4.75 17.75 10 17.75 10 15 15.25 10 15.25 2.25 10 2.25 10ZM7.6 10a2.4 2.4 0 1 0 4.8 0 2.4 2.4 0 1 0-4.8 0',
  eyeOff:
    'M8 5a7 7 0 0 1 2-.25C15 4.75 17.75 10 17.75 10a13 13 0 0 1-2 2.7M12.6 14.75a7 7 0 0 1-2.6.5C5 15.25 2.25 10 2.25 10A13.4 13.4 0 0 1 5.6 6.2M8.3 8.3a2.4 2.4 0 0 0 3.4 3.4M3.5 3.5l13 13',
  external: 'M8.5 4.75H4.75v10.5h10.5V11.5M11.5 4.25h4.25V8.5M15.5 4.5 9.25 10.75',
  globe: 'M2.75 10a7.25 7.25 0 1 0 14.5 0 7.25 7.25 0 1 0-14.5 0M2.75 10h14.5M10 2.75c4.25 4.5 4.25 10 0 14.5-4.25-4.5-4.25-10 0-14.5Z',
  info: 'M2.75 10a7.25 7.25 0 1 0 14.5 0 7.25 7.25 0 1 0-14.5 0M10 9.25v4.5M10 6.4v.15',
  lock: 'M6.25 8.75h7.5a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-7.5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2ZM6.75 8.75V6.25a3.25 3.25 0 0 1 6.5 0v2.5',
  mail: 'M4.75 4.75h10.5a2 2 0 0 1 2 2v6.5a2 2 0 0 1-2 2h-10.5a2 2 0 0 1-2-2v-6.5a2 2 0 0 1 2-2ZM3.25 6l6.75 5 6.75-5',
  pause: 'M7.25 5v10M12.75 5v10',
  phone: 'M4.25 3.5h3l1.25 3.75-1.75 1.5a9.5 9.5 0 0 0 4.5 4.5l1.5-1.75 3.75 1.25v3a1 1 0 0 1-1 1A12.5 12.5 0 0 1 3.25 4.5a1 1 0 0 1 1-1Z',
  play: 'M7 5.25v9.5L14.5 10Z',
  plus: 'M10 4.5v11M4.5 10h11',
  tag: 'M3.5 3.75h5.75l7.25 7.25-5.5 5.5L3.75 9.25ZM6.1 7.1a.9 .9 0 1 0 1.8 0 .9 .9 0 1 0-1.8 0',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.75 10h7.5L14.5 6M8.5 9v4M11.5 9v4',
  warning: 'M10 3.25 17.5 16h-15ZM10 8v3.75M10 13.6v.15',
} satisfies Record<string, string>;

/** The names of our icons; 20 by 20, stroked in the color of the text around them. */
export type IconName = keyof typeof drawings;

export interface IconProps {
  name: IconName;
  /** 20 px by default (`medium`); `small` is 16, `large` 24. Icons grow with the reader's text size. */
  size?: 'small' | 'medium' | 'large' | undefined;
}

/** An icon beside text. It is hidden from assistive technology, because the text always has its meaning, too. */
export function Icon({ name, size = 'medium' }: IconProps) {
  return (
    <svg className={`cj-icon cj-icon-${size}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
}
