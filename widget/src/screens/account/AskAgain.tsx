import type { ReactNode } from 'react';
import { useText } from '../../i18n/useText.js';
import { Banner, Button } from '../../parts/index.js';

/** Says that something couldn't be had, and asks for it again. */
export function AskAgain({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  const say = useText();
  return (
    <Banner
      tone="danger"
      duration={null}
      action={
        <Button variant="secondary" onPress={onRetry}>
          {say('try_again')}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
