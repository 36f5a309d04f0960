import type { DuplicatePerson } from '../../../session/session.js';
import type { ScreenProps } from '../../../flow/screen.js';
import { SupportLines } from '../../../flow/SupportLines.js';
import type { RegionPhone } from '../../../flow/support.js';
import type { Support } from '../../../flow/support.js';
import { useText } from '../../../i18n/useText.js';
import { Actions, Banner, Button, Illustration, LinkButton, Page, Panel } from '../../../parts/index.js';
import { LinkBox } from '../../../steps/link/LinkBox.js';
import type { LinkRequest } from '../../../steps/link/useLinkRequest.js';
import { RegionPhones } from './RegionPhones.js';

export interface DuplicateProps extends ScreenProps {
  product: string;
  /** The duplicate; unknown if the page was opened by its address. */
  person?: DuplicatePerson | undefined;
  support: Support;
  /** The phones of all regions: the user may be elsewhere than in their phone's country. */
  phones: readonly RegionPhone[];
  loginHref: string;
  /** A site's own page for forgotten passwords, if it has one. */
  passwordHref?: string | undefined;
  request: LinkRequest;
  /** Leads back to the co-parent's details, if the sign-up can go on there. */
  onChange?: (() => void) | undefined;
  onRestart: () => void;
}

/** The server took the parent or the co-parent for an account holder. */
export function Duplicate(props: DuplicateProps) {
  const { top, headingTakesFocus, product, person, support, phones, loginHref, passwordHref, request, onChange, onRestart } = props;
  const t = useText();
  const who = person && { name: `${person.firstName} ${person.lastName}`.trim(), email: person.email };
  return (
    <Page heading={t('duplicate_title')} top={top} headingTakesFocus={headingTakesFocus} picture={<Illustration name="connect" />}>
      {person?.who === 'parent' && (
        <Banner tone="warning" duration={null}>
          <strong>{t('duplicate_parent_text')}</strong>
          <br />
          {t('duplicate_parent_who', who)}
        </Banner>
      )}
      {person?.who === 'coParent' && (
        <Banner tone="warning" duration={null}>
          {t(person.email ? 'duplicate_coparent_who' : 'duplicate_coparent_who_named', who)}
        </Banner>
      )}
      {onChange && (
        <Panel>
          <p>{t('duplicate_kept')}</p>
          <Actions>
            <Button onPress={onChange}>{t('duplicate_change')}</Button>
          </Actions>
        </Panel>
      )}
      <p>{t('duplicate_explain')}</p>
      <p>{t('duplicate_inbox', { product })}</p>
      <p>{t('duplicate_link')}</p>
      <LinkBox {...request} email={person?.who === 'parent' ? person.email : undefined}>
        <LinkButton href={loginHref}>{t('header_login')}</LinkButton>
        {passwordHref && <LinkButton href={passwordHref}>{t('duplicate_forgot')}</LinkButton>}
        <Button variant="secondary" onPress={onRestart}>
          {t('duplicate_restart')}
        </Button>
      </LinkBox>
      <Panel>
        <p>{t('duplicate_support')}</p>
        <SupportLines support={support} />
        <RegionPhones phones={phones.filter(({ phone }) => phone !== support.phone)} />
      </Panel>
    </Page>
  );
}
