import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { Footer, Header, LinkButton, StepDots } from '@widget/parts/index.js';
import { useText } from '@widget/i18n/useText.js';

/** What stands around every screen of the flow, so that a screen is judged in its place. */
export function Frame({ children }: { children: ReactNode }) {
  const say = useText();
  const { i18n } = useTranslation();
  return (
    <>
      <Header
        name="Cojoin"
        homeHref="#home"
        loginLabel={say('header_login')}
        loginHref="#login"
        languageLabel={say('header_language')}
        language={i18n.language}
        languages={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Español' },
        ]}
        onLanguageChange={() => undefined}
      />
      <main className="cj-main">{children}</main>
      <Footer
        newTabLabel={say('new_tab')}
        links={[
          { id: 'terms', label: say('footer_terms'), href: '#terms' },
          { id: 'privacy', label: say('footer_privacy'), href: '#privacy' },
          { id: 'help', label: say('footer_help'), href: '#help' },
          { id: 'contact', label: say('footer_contact'), href: '#contact' },
        ]}
      >
        {say('sandbox_notice')}
      </Footer>
    </>
  );
}

/** The way back and the dots above a step, as the flow puts them there. */
export function Top({ step, hasBack = true }: { step: 1 | 2 | 3 | 4; hasBack?: boolean }) {
  const say = useText();
  const names = [say('steps_parent'), say('steps_family'), say('steps_package'), say('steps_payment')];
  return (
    <>
      {hasBack && (
        <LinkButton icon="back" href="#back">
          {say('back')}
        </LinkButton>
      )}
      <StepDots
        label={say('steps_label')}
        caption={say('steps_caption', { step, count: 4 })}
        steps={names.map((name, index) => {
          const position = say('steps_position', { step: index + 1, count: 4, name });
          const state = index + 1 === step ? 'current' : index + 1 < step ? 'done' : 'upcoming';
          return {
            id: String(index + 1),
            state,
            accessibleLabel: state === 'upcoming' ? position : `${position}, ${say(state === 'current' ? 'steps_current' : 'steps_done')}`,
            onSelect: state === 'done' ? () => undefined : undefined,
          };
        })}
      />
    </>
  );
}
