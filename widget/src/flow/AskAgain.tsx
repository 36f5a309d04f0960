import type { ReactNode } from 'react';
import { useText } from '../i18n/useText.js';
import { Banner, Button, type BannerProps } from '../parts/index.js';

export interface AskAgainProps {
  onRetry: () => void;
  children: ReactNode;
  /** Defaults to `danger`: nothing can be done without it. */
  tone?: BannerProps['tone'];
}

/** Says that something couldn't be had, and asks for it again. */
export function AskAgain({ onRetry, children, tone = 'danger' }: AskAgainProps) {
  const say = useText();
  return (
    <Banner
      tone={tone}
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
