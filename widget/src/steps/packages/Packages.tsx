import { useState } from 'react';
import type { Package, PackageList } from '../../client/types.js';
import type { ScreenProps } from '../../flow/screen.js';
import { Failure } from '../../flow/Failure.js';
import { dayText } from '../../i18n/day.js';
import { useText } from '../../i18n/useText.js';
import { Banner, PackageCard, PackageGrid, Page } from '../../parts/index.js';
import { cardsOf } from './cards.js';
import { TermChoice, type Years } from './TermChoice.js';

export interface PackagesProps extends ScreenProps {
  /** Below the heading. Default: the text about also paying for the co-parent. */
  subtitle?: string | undefined;
  list: PackageList;
  /** The package chosen before, or by a selection code. */
  selectedId?: number | undefined;
  /** The term shown first. */
  years: Years;
  /** The premium package comes first and is recommended. */
  recommendsPremium: boolean;
  /** Describes the session's coupon. */
  coupon?: string | undefined;
  /** The chosen package while it is being saved. */
  busyId?: number | undefined;
  failure?: string | undefined;
  /** Called with the term shown. The screen of a custom package begins with this term. */
  onChoose: (chosen: Package, years: Years) => void;
}

/** Step 3: the packages on sale. */
export function Packages(props: PackagesProps) {
  const { top, headingTakesFocus, list, selectedId, recommendsPremium, coupon, busyId, failure, onChoose } = props;
  const t = useText();
  const [years, setYears] = useState(props.years);
  const cards = cardsOf(list.packages, years, recommendsPremium);
  // The end of an offer among the shown cards. The packages of the other term may have no offer.
  const offerEnd = cards.map(({ item }) => (item.buildYourOwn ? undefined : item.offer?.endsAt)).find(Boolean);
  return (
    <Page
      heading={t('packages_title')}
      subtitle={props.subtitle ?? t('packages_subtitle')}
      layout="wide"
      top={top}
      headingTakesFocus={headingTakesFocus}
    >
      {failure && <Failure>{failure}</Failure>}
      {offerEnd && (
        <Banner tone="offer" duration={null}>
          {t('packages_offer_ends', { date: dayText(offerEnd, t.lang, list.locale) })}
        </Banner>
      )}
      {coupon && (
        <Banner tone="offer" duration={null}>
          {t('packages_coupon', { description: coupon })}
        </Banner>
      )}
      <TermChoice label={t('packages_term')} value={years} onChange={setYears} />
      <PackageGrid>
        {cards.map(({ item, isRecommended }) => (
          <PackageCard
            key={item.id}
            name={item.displayName}
            description={item.buildYourOwn ? t('packages_build_text') : undefined}
            features={item.features}
            badge={isRecommended ? t('packages_recommended') : item.id === selectedId ? t('packages_chosen') : undefined}
            isSelected={item.id === selectedId}
            {...(item.buildYourOwn ? {} : priceOf(item))}
            actionLabel={item.buildYourOwn ? t('packages_build') : t('packages_choose')}
            actionAccessibleLabel={item.buildYourOwn ? undefined : t('packages_choose_name', { name: item.displayName })}
            isBusy={busyId === item.id}
            busyLabel={t('packages_choosing')}
            onSelect={() => onChoose(item, years)}
          />
        ))}
      </PackageGrid>
    </Page>
  );

  function priceOf(item: Package) {
    const { offer } = item;
    return {
      price: offer ? offer.discountedFormatted : item.totalPriceFormatted,
      priceNote: t('packages_for_years', { count: item.subDurationInYears }),
      taxNote: item.taxIncluded ? t('packages_including_tax', { tax: item.taxLabel ?? '' }) : t('packages_plus_tax'),
      ...(offer
        ? {
            oldPrice: item.totalPriceFormatted,
            oldPriceLabel: t('packages_was'),
            coupon: offer.description || t('packages_off', { percent: offer.percentOff }),
          }
        : {}),
    };
  }
}
