import type { ScreenProps } from '../../flow/screen.js';
import { useText } from '../../i18n/useText.js';
import { Illustration, LinkButton, Page } from '../../parts/index.js';
import { LinkBox, type LinkBoxProps } from './LinkBox.js';

export interface LinkPageProps extends ScreenProps, LinkBoxProps {
  heading: string;
  subtitle: string;
  loginHref: string;
}

/** A separate page for "E-mail me a link": at its own address, and after a mailed link was used or has expired. */
export function LinkPage({ top, headingTakesFocus, heading, subtitle, loginHref, ...request }: LinkPageProps) {
  const t = useText();
  return (
    <Page heading={heading} subtitle={subtitle} top={top} picture={<Illustration name="inbox" />} headingTakesFocus={headingTakesFocus}>
      <LinkBox {...request}>
        <LinkButton href={loginHref}>{t('header_login')}</LinkButton>
      </LinkBox>
    </Page>
  );
}
