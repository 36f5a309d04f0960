import { useEffect, useState } from 'react';
import { languageOf, tagOf, unloadedWords, unreachableWords, type Language } from '../i18n/language.js';
import { telephone } from '../flow/telephone.js';
import { resolveSetting, type FlowSetting } from '../session/setting.js';
import { slowMs } from '../flow/slow.js';

/** A placeholder as tall as the first screen, until that is loaded; a server renders it, too. After ten seconds it shows that loading is slow. */
export function Waiting({ setting, hosted }: { setting: FlowSetting; hosted: boolean }) {
  const [slowIn, setSlowIn] = useState<Language>();
  const { locale } = setting;
  useEffect(() => {
    const timer = setTimeout(() => setSlowIn(tagOf(languageOf(resolveSetting({ locale }, hosted).locale))), slowMs);
    return () => clearTimeout(timer);
  }, [locale, hosted]);
  return (
    <div className="cj-waiting" data-start={setting.start ?? 'chooser'} role="status" lang={slowIn}>
      {slowIn && (
        <>
          <p>{unloadedWords[slowIn].slow}</p>
          <PhoneLine lang={slowIn} phone={setting.supportPhone} />
        </>
      )}
    </div>
  );
}

/** The support phone, if it is known before the server's answer. */
export function PhoneLine({ lang, phone }: { lang: Language; phone: string | undefined }) {
  if (!phone) return undefined;
  return (
    <p>
      {unreachableWords[lang].call} <a href={telephone(phone)}>{phone}</a>
    </p>
  );
}
