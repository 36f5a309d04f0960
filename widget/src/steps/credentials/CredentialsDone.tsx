import { useEffect, useState } from 'react';
import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Actions, Button, Illustration, Page } from '../../parts/index.js';

/** The success message shows for this time before the receipt opens. */
export const redirectMs = 5000;

export interface CredentialsDoneProps extends ScreenProps {
  /** The texts for the redirect in 5 seconds, and after staying; defaults to those for the receipt. */
  text?: { redirect: string; stayed: string } | undefined;
  onContinue: () => void;
}

/** The credentials are saved. The receipt (or the account) opens by itself after 5 seconds, unless the user chooses to stay. */
export function CredentialsDone({ top, text, onContinue }: CredentialsDoneProps) {
  const t = useText();
  const [isStaying, setStaying] = useState(false);
  useEffect(() => {
    if (isStaying) return undefined;
    const timer = setTimeout(onContinue, redirectMs);
    return () => clearTimeout(timer);
  }, [isStaying, onContinue]);
  return (
    <Page heading={t('credentials_success_title')} top={top} layout="letter" picture={<Illustration name="done" />} headingTakesFocus focusKey="done">
      <p role="status">{isStaying ? (text?.stayed ?? t('credentials_success_stayed')) : (text?.redirect ?? t('credentials_success_text'))}</p>
      <Actions>
        <Button onPress={onContinue}>{t('continue')}</Button>
        {!isStaying && (
          <Button variant="secondary" onPress={() => setStaying(true)}>
            {t('credentials_success_stay')}
          </Button>
        )}
      </Actions>
    </Page>
  );
}
