import { useText } from '../../i18n/useText.js';
import { Button, Dialog } from '../../parts/index.js';

export interface MismatchDialogProps {
  /** Name of the billing country. */
  country: string;
  isBusy: boolean;
  onOk: () => void;
}

/** The package isn't sold where the person lives. It can't be dismissed: OK leads to the packages of that country. */
export function MismatchDialog({ country, isBusy, onOk }: MismatchDialogProps) {
  const say = useText();
  return (
    <Dialog
      title={say('mismatch_title', { country })}
      actions={
        <Button onPress={onOk} isBusy={isBusy} busyLabel={say('saving')}>
          {say('mismatch_ok')}
        </Button>
      }
    >
      <p>{say('mismatch_text', { country })}</p>
    </Dialog>
  );
}
