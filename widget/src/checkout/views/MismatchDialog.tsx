import { useText } from '../../i18n/useText.js';
import { Button, Dialog } from '../../parts/index.js';

export interface MismatchDialogProps {
  /** Name of the billing country. */
  country: string;
  isBusy: boolean;
  onOk: () => void;
}

/** The package isn't sold in the billing country. The dialog can't be dismissed: OK leads to that country's packages. */
export function MismatchDialog({ country, isBusy, onOk }: MismatchDialogProps) {
  const t = useText();
  return (
    <Dialog
      title={t('mismatch_title', { country })}
      actions={
        <Button onPress={onOk} isBusy={isBusy} busyLabel={t('saving')}>
          {t('mismatch_ok')}
        </Button>
      }
    >
      <p>{t('mismatch_text', { country })}</p>
    </Dialog>
  );
}
