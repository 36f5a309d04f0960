import { Button, Page } from '../parts/index.js';
import { languageTable, type Language } from '../i18n/language.js';

/** Shown when the server can't be reached, so that not even the texts may have been loaded. */
export function StartFailure({ lang, onRetry }: { lang: Language; onRetry: () => void }) {
  const { title, text, again } = languageTable[lang].unreachable;
  return (
    <Page layout="letter" heading={title} subtitle={text}>
      <Button onPress={onRetry}>{again}</Button>
    </Page>
  );
}
