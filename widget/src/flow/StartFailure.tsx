import { Button, Page } from '../parts/index.js';
import { languageOf } from '../i18n/texts.js';

/**
 * Said when not even the texts may have come: the only words that stand in the code, because there is nowhere to read them from.
 */
const words = {
  en: { title: 'We can’t reach our server', text: 'Please check your connection. Nothing was lost.', again: 'Try again' },
  es: { title: 'No podemos comunicarnos con nuestro servidor', text: 'Revise su conexión. No se perdió nada.', again: 'Intentar de nuevo' },
};

export function StartFailure({ onRetry }: { onRetry: () => void }) {
  const { title, text, again } = words[languageOf(document.documentElement.lang || navigator.language) === 'es' ? 'es' : 'en'];
  return (
    <Page layout="letter" heading={title} subtitle={text}>
      <Button onPress={onRetry}>{again}</Button>
    </Page>
  );
}
