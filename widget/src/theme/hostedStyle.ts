/** The look of a text field as resolved values, for a provider's card field: our custom properties don't reach its frame. */
export interface HostedStyle {
  color: string;
  placeholderColor: string;
  errorColor: string;
  background: string;
  fontFamily: string;
  fontSize: string;
  lineHeight: string;
  /** `light` or `dark`, so that the frame's own scroll bars and autofill match. */
  colorScheme: 'light' | 'dark';
}

/**
 * Reads the resolved look from an element inside our root (e.g. a HostedField's container): the current one, or that of a given scheme.
 * Colors are returned as `rgb(…)`. Call it again when the theme changes.
 */
export function readHostedStyle(element: HTMLElement, scheme?: HostedStyle['colorScheme']): HostedStyle {
  const style = getComputedStyle(element);
  // Colors are resolved at the root, so another scheme needs its own root.
  const inside = scheme ? element.ownerDocument.createElement('div') : element;
  if (scheme) {
    inside.className = 'cojoin-root';
    inside.dataset['theme'] = scheme;
    element.append(inside);
  }
  const resolve = (token: string): string => {
    const probe = element.ownerDocument.createElement('span');
    probe.style.setProperty('color', `var(${token})`, 'important');
    inside.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    return color;
  };
  const isDark = style.colorScheme.includes('dark') && (!style.colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches);
  const look: HostedStyle = {
    color: resolve('--cj-text'),
    placeholderColor: resolve('--cj-text-muted'),
    errorColor: resolve('--cj-danger'),
    background: resolve('--cj-field'),
    fontFamily: style.fontFamily,
    fontSize: style.fontSize,
    lineHeight: style.lineHeight,
    colorScheme: scheme ?? (isDark ? 'dark' : 'light'),
  };
  if (scheme) inside.remove();
  return look;
}
