import type { ReactNode } from 'react';
import './footer.css';

export interface FooterProps {
  /** Terms & Conditions, Privacy Policy, Help, Contact. They open in a new tab, so that no input is lost. */
  links: readonly { id: string; label: string; href: string }[];
  /** "(opens in a new tab)", read out after each link. */
  newTabLabel?: string | undefined;
  /** A line below: the support phone. */
  children?: ReactNode;
}

/** The links below every screen. */
export function Footer({ links, newTabLabel, children }: FooterProps) {
  return (
    <footer className="cj-footer cj-screen-only">
      <ul className="cj-footer-links">
        {links.map((link) => (
          <li key={link.id}>
            <a className="cj-footer-link" href={link.href} target="_blank" rel="noopener">
              {link.label}
              {newTabLabel && <span className="cj-visually-hidden"> {newTabLabel}</span>}
            </a>
          </li>
        ))}
      </ul>
      {children && <div className="cj-footer-note">{children}</div>}
    </footer>
  );
}
