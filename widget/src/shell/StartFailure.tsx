import { Button, Page } from '../parts/index.js';
import { unloadedWords, unreachableWords, type Language } from '../i18n/language.js';
import { PhoneLine } from './Waiting.js';

/** Shown if the server can't be reached: possibly not even the texts are loaded. */
export function StartFailure({ lang, phone, onRetry }: { lang: Language; phone?: string | undefined; onRetry: () => void }) {
  const { failed, again } = unloadedWords[lang];
  return (
    <Page layout="letter" heading={failed} subtitle={unreachableWords[lang].text}>
      <Button onPress={onRetry}>{again}</Button>
      <PhoneLine lang={lang} phone={phone} />
    </Page>
  );
}
