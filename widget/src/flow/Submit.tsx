import type { ReactNode } from 'react';
import { useText } from '../i18n/useText.js';
import { Actions, Button } from '../parts/index.js';

export interface SubmitProps {
  isBusy: boolean;
  /** The button's label. Defaults to "Continue". */
  children?: ReactNode;
}

/** The button that saves a step. */
export function Submit({ isBusy, children }: SubmitProps) {
  const t = useText();
  return (
    <Actions>
      <Button type="submit" isBusy={isBusy} busyLabel={t('saving')}>
        {children ?? t('continue')}
      </Button>
    </Actions>
  );
}
