import { createContext, createElement, useContext, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { createInstance, type Instance } from './i18next.js';

/* The binding of i18next to React, as far as we use it: sentences that come later, or in another language, are shown at once. */

const InstanceContext = createContext<Instance>(createInstance());

export const initReactI18next = undefined;

export function I18nextProvider({ i18n, children }: { i18n: Instance; children?: ReactNode }) {
  return createElement(InstanceContext, { value: i18n }, children);
}

export function useTranslation() {
  const i18n = useContext(InstanceContext);
  const version = useSyncExternalStore(
    i18n.subscribe,
    () => i18n.version,
    () => i18n.version,
  );
  // Another function after each change, so that what is made of it is made anew.
  const t = useMemo(() => sayer(i18n, version), [i18n, version]);
  return { t, i18n };
}

function sayer(i18n: Instance, _version: number) {
  return (code: string, values?: Record<string, unknown>) => i18n.t(code, values);
}
