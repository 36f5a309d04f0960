import { useEffect, useState } from 'react';
import type { Package } from '../../client/types.js';
import { useFlow, useSession, useTreatment } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { useRegistrationSaver } from '../../flow/registration.js';
import type { Path } from '../../session/route.js';
import type { Top } from '../../flow/StepTop.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';
import { Button, Page, Spinner } from '../../parts/index.js';
import { packageOfCode, yearsOfCode, yearsShown } from './cards.js';
import { useReloadOnce } from './reloadOnce.js';
import { Packages } from './Packages.js';
import type { Years } from './TermChoice.js';

export interface PackagesStepProps {
  Top: Top;
  back: Path;
  /** Below the heading; defaults to the text for a parent with the choice of two seats. */
  subtitle?: string | undefined;
  /** The selection code in the address. */
  selectionCode?: string | undefined;
  /** Separates this buyer's coupon look-ups from those of other buyers. */
  couponsOf?: string | undefined;
}

/** The step that chooses a package, for either buyer. */
export function PackagesStep({ Top, back, subtitle, selectionCode, couponsOf = '' }: PackagesStepProps) {
  const { buyer, keeper, go, hasMoved, track } = useFlow();
  const { registration, payForCoparent } = useSession();
  const t = useText();
  const save = useRegistrationSaver();
  const task = useTask();
  const recommendsPremium = useTreatment('grow431PremiumPickMeNo1');
  const group = registration?.pricingGroup;
  const list = useLookup(group && `packages ${group}`, () => buyer.packages(group ?? ''));
  const coupons = useLookup(group && `coupons ${couponsOf}`, buyer.coupons);
  const [busyId, setBusyId] = useState<number>();

  useEffect(() => {
    if (list.data) track('Packages Shown', { group: list.data.pricingGroupName });
  }, [list.data, track]);

  const found = list.data?.packages;
  const isUnmatched = found !== undefined && (found.length === 0 || (selectionCode !== undefined && !packageOfCode(found, selectionCode)));
  const isReloading = useReloadOnce(isUnmatched, list.retry);
  const top = <Top step={3} back={back} />;
  if (!list.data || list.data.packages.length === 0 || isReloading) {
    const isEmpty = list.data !== undefined && !isReloading;
    return (
      <Page
        heading={t('packages_title')}
        top={top}
        layout="wide"
        headingTakesFocus={hasMoved()}
        subtitle={isEmpty ? t('packages_empty_text') : undefined}
      >
        {list.isLoading || isReloading ? (
          <Spinner size="large" label={t('packages_loading')} />
        ) : (
          <>
            <p>{isEmpty ? t('packages_empty_title') : t('packages_failed')}</p>
            <Button onPress={list.retry}>{t('try_again')}</Button>
          </>
        )}
      </Page>
    );
  }

  const { packages } = list.data;
  const byCode = packageOfCode(packages, selectionCode);
  const chosen = packages.find((p) => p.id === registration?.order?.packageId) ?? byCode;
  const years = yearsShown(chosen, registration?.order) ?? yearsOfCode(selectionCode) ?? 1;
  const hasOffer = packages.some((p) => p.offer);

  const choose = (item: Package, shown: Years) => {
    task.run(async () => {
      setBusyId(item.id);
      try {
        const order = registration?.order?.packageId === item.id ? registration.order : { packageId: item.id };
        const saved = await save({ sections: ['ORDER'], order: { ...order, payForCoparent } });
        track('Package Chosen', { packageId: item.id, package: item.analyticsPackage });
        keeper.set({ promoCodes: [], paymentCodes: [], customYears: item.buildYourOwn ? shown : undefined });
        return () => go(buyer.pathAfter(item.buildYourOwn ? 'custom' : 'payment', saved));
      } finally {
        setBusyId(undefined);
      }
    });
  };

  return (
    <Packages
      top={top}
      headingTakesFocus={hasMoved()}
      subtitle={subtitle}
      list={list.data}
      selectedId={chosen?.id}
      years={years}
      recommendsPremium={recommendsPremium}
      coupon={hasOffer ? undefined : coupons.data?.[0]?.description}
      busyId={busyId}
      failure={failureText()}
      onChoose={choose}
    />
  );

  function failureText(): string | undefined {
    const violation = task.violations?.[0];
    if (violation) return t.violation(violation);
    return t.failure(task.failure);
  }
}
