import { Button, Page } from '../parts/index.js';
import type { Language } from '../i18n/language.js';

/**
 * Said when not even the texts may have come: the only words that stand in the code, because there is nowhere to read them from.
 */
const words = {
  en: { title: 'We can’t reach our server', text: 'Please check your connection. Nothing was lost.', again: 'Try again' },
  es: { title: 'No podemos comunicarnos con nuestro servidor', text: 'Revise su conexión. No se perdió nada.', again: 'Intentar de nuevo' },
};

export function StartFailure({ lang, onRetry }: { lang: Language; onRetry: () => void }) {
  const { title, text, again } = words[lang];
  return (
    <Page layout="letter" heading={title} subtitle={text}>
      <Button onPress={onRetry}>{again}</Button>
    </Page>
  );
}
