import type { ReactNode } from 'react';
import type { Quote } from '../../client/types.js';
import type { ScreenProps } from '../../flow/screen.js';
import { useText, type TextCode } from '../../i18n/useText.js';
import { Page } from '../../parts/index.js';
import type { Stage } from '../state.js';
import { Stages } from './Stages.js';
import { Summary } from './Summary.js';

export interface PaymentLayoutProps extends ScreenProps {
  stages: readonly Stage[];
  /** The shown stage. */
  current: Stage;
  /** Its tab among `stages`. Defaults to `current`. */
  tab?: Stage | undefined;
  isOpen: (stage: Stage) => boolean;
  onSelect: (stage: Stage) => void;
  quote: Quote;
  isPricing: boolean;
  /** The stages' forms. Once shown, they stay mounted so that no input is lost; only the current one is visible. */
  children: ReactNode;
}

const headings: Record<Stage, TextCode> = { billing: 'billing_title', method: 'payment_title', review: 'review_title' };

/** The payment step: its stages, the order summary beside them. */
export function PaymentLayout(props: PaymentLayoutProps) {
  const { top, headingTakesFocus, stages, current, tab = current, isOpen, onSelect, quote, isPricing, children } = props;
  const t = useText();
  return (
    <Page
      heading={t(headings[current])}
      subtitle={current === 'billing' ? t('billing_subtitle') : undefined}
      top={
        <>
          {top}
          <Stages stages={stages} current={tab} isOpen={isOpen} onSelect={onSelect} />
        </>
      }
      headingTakesFocus={headingTakesFocus}
      focusKey={current}
      aside={<Summary quote={quote} isBusy={isPricing} />}
    >
      {children}
    </Page>
  );
}
