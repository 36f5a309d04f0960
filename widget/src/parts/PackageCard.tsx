import { useId, type ReactNode } from 'react';
import './package-card.css';
import { Button } from './Button.js';
import { Heading } from './Heading.js';
import { Icon } from './Icon.js';

export interface PackageCardProps {
  name: string;
  /** One sentence about its customers. */
  description?: ReactNode;
  /** The price as the server formatted it; nothing is computed here. Omitted for a custom package that isn't built yet. */
  price?: string | undefined;
  /** "per year", "for 2 years". */
  priceNote?: string | undefined;
  /** The price before a coupon, struck through. */
  oldPrice?: string | undefined;
  /** Read out before the struck price: "Was". */
  oldPriceLabel?: string | undefined;
  /** "plus taxes", "including VAT". */
  taxNote?: string | undefined;
  /** The coupon's own text: "Save 20 %". */
  coupon?: ReactNode;
  features?: readonly string[] | undefined;
  /** "Recommended": the card gets an outline, no brighter color. */
  badge?: string | undefined;
  /** The package chosen before, for a returning buyer. Defaults to false. */
  isSelected?: boolean | undefined;
  /** "Choose". */
  actionLabel: string;
  /** "Choose Essentials": begins with the text of `actionLabel`. */
  actionAccessibleLabel?: string | undefined;
  onSelect: () => void;
  isBusy?: boolean | undefined;
  busyLabel?: string | undefined;
}

/** A package on sale, with its button. */
export function PackageCard(props: PackageCardProps) {
  const { name, description, price, priceNote, oldPrice, oldPriceLabel, taxNote, coupon, features = [], badge, isSelected = false } = props;
  const priceId = useId();
  return (
    <article className="cj-package" data-recommended={badge ? true : undefined} data-selected={isSelected || undefined}>
      {badge && <p className="cj-package-badge">{badge}</p>}
      <div className="cj-package-head">
        <Heading depth={1}>{name}</Heading>
        {description && <p className="cj-package-description">{description}</p>}
      </div>
      {price && (
        <p className="cj-package-price" id={priceId}>
          {oldPrice && (
            <del className="cj-package-old cj-money">
              {oldPriceLabel && <span className="cj-visually-hidden">{oldPriceLabel} </span>}
              {oldPrice}
            </del>
          )}
          <span className="cj-package-amount cj-money">{price}</span>{' '}
          <span className="cj-package-note">
            {priceNote}
            {taxNote && <span className="cj-package-tax">{taxNote}</span>}
          </span>
        </p>
      )}
      {coupon && (
        <p className="cj-package-coupon">
          <Icon name="tag" size="small" />
          <span>{coupon}</span>
        </p>
      )}
      {features.length > 0 && (
        <ul className="cj-package-features">
          {features.map((feature) => (
            <li key={feature} className="cj-package-feature">
              <Icon name="check" size="small" />
              <span>{feature}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="cj-package-action">
        <Button
          isWide
          variant={badge || isSelected ? 'primary' : 'secondary'}
          onPress={props.onSelect}
          accessibleLabel={props.actionAccessibleLabel}
          describedBy={price ? priceId : undefined}
          isBusy={props.isBusy}
          busyLabel={props.busyLabel}
        >
          {props.actionLabel}
        </Button>
      </div>
    </article>
  );
}

/** Cards side by side from 45em; below each other in narrower layouts. */
export function PackageGrid({ children }: { children: ReactNode }) {
  return <div className="cj-packages">{children}</div>;
}
