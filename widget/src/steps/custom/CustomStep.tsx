import { useState } from 'react';
import type { PackageList } from '../../client/types.js';
import { useFlow, useSession, useTreatment } from '../../flow/flow.js';
import { useLookup } from '../../flow/lookup.js';
import { useQuote } from '../../flow/quote.js';
import { useRegistrationSaver } from '../../flow/registration.js';
import type { Top } from '../../flow/StepTop.js';
import { useTask } from '../../flow/task.js';
import { useText } from '../../i18n/useText.js';
import { Button, Page, Spinner } from '../../parts/index.js';
import { Custom } from './Custom.js';
import { customOrder, customValues } from './options.js';

/** Pricing groups that show the selection beside the form in any layout. */
const withSummary = new Set(['P2', 'P3']);

/** The step that builds a custom package, for either buyer. */
export function CustomStep({ Top }: { Top: Top }) {
  const { buyer, hasMoved } = useFlow();
  const { registration } = useSession();
  const t = useText();
  const group = registration?.pricingGroup;
  const list = useLookup(group && `packages ${group}`, () => buyer.packages(group ?? ''));
  const item = list.data?.packages.find((p) => p.buildYourOwn);
  if (list.data && item) return <CustomForm Top={Top} list={list.data} packageId={item.id} />;
  return (
    <Page heading={t('custom_title')} top={<Top step={3} back={buyer.paths.packages} />} headingTakesFocus={hasMoved()}>
      {list.isLoading ? (
        <Spinner size="large" label={t('packages_loading')} />
      ) : (
        <>
          <p>{t('packages_failed')}</p>
          <Button onPress={list.retry}>{t('try_again')}</Button>
        </>
      )}
    </Page>
  );
}

function CustomForm({ Top, list, packageId }: { Top: Top; list: PackageList; packageId: number }) {
  const { buyer, keeper, go, hasMoved, track } = useFlow();
  const { registration, payForCoparent, customYears } = useSession();
  const t = useText();
  const save = useRegistrationSaver();
  const task = useTask();
  const showsPrices = useTreatment('grow805') && !buyer.isInvited;
  const hasSummary = showsPrices || withSummary.has(list.pricingGroupName);
  const order = registration?.order?.packageId === packageId ? registration.order : undefined;
  const [values, setValues] = useState(() => customValues(list.customOptions, order, customYears));
  const [initial] = useState(values);
  const pricing = useQuote(hasSummary ? { orderDetail: customOrder(packageId, values), payForCoparent: false } : undefined);
  return (
    <Custom
      top={<Top step={3} back={buyer.paths.packages} />}
      headingTakesFocus={hasMoved()}
      options={list.customOptions}
      values={initial}
      showsPrices={showsPrices}
      hasSummary={hasSummary}
      quote={pricing.quote}
      isPricing={pricing.isLoading}
      errors={task.violations}
      isBusy={task.isBusy}
      isSlow={task.isSlow}
      failure={t.failure(task.failure)}
      onChange={setValues}
      onSubmit={(input) =>
        task.run(async () => {
          const saved = await save({ sections: ['ORDER'], order: { ...customOrder(packageId, input), payForCoparent } });
          track('Custom Package Built', { packageId, years: input.years, extras: input.extras.length });
          keeper.set({ promoCodes: [], paymentCodes: [], customYears: undefined });
          return () => go(buyer.pathAfter('payment', saved));
        })
      }
    />
  );
}
