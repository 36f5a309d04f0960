import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AddressQuery } from '../../client/api.js';
import type { AddressSuggestion } from '../../client/types.js';
import type { TextFieldProps } from '../../fields/index.js';
import { SuggestField } from '../../fields/SuggestField.js';
import { newId } from '../../session/visitor.js';
import { useText } from '../../i18n/useText.js';
import type { AddressLineProps } from './addressSearch.js';

export interface AddressSearchFieldProps extends TextFieldProps, Pick<AddressLineProps, 'onAddress'> {
  search: NonNullable<AddressLineProps['search']>;
}

/** The pause in typing before a search for suggestions, in milliseconds. */
const restMs = 200;
const fewest = 3;
const most = 100;

const none: readonly AddressSuggestion[] = [];

/** The first line of an address, with a search while typing. A failure shows no message: typing the address by hand always works. */
export function AddressSearchField({ search, onAddress, ...field }: AddressSearchFieldProps) {
  const t = useText();
  const { calls, country, provider } = search;
  const [found, setFound] = useState<{ country: string; suggestions: readonly AddressSuggestion[] }>();
  // The last query with its country; a change aborts the search.
  const [typed, setTyped] = useState<{ country: string; query: string }>();
  // One session for all keystrokes and the pick: the provider bills by session.
  const session = useRef<string>(undefined);
  const find = useEffectEvent(async (query: string, signal: AbortSignal) => {
    session.current ??= newId();
    try {
      const suggestions = await calls.addresses({ query, country: country as AddressQuery['country'], session: session.current }, signal);
      if (!signal.aborted) setFound({ country, suggestions });
    } catch {
      // The server has logged the failure.
      if (!signal.aborted) setFound(undefined);
    }
  });
  const current = typed?.country === country ? typed : undefined;
  useEffect(() => {
    if (!current) return undefined;
    const control = new AbortController();
    const timer = setTimeout(() => void find(current.query, control.signal), restMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [current]);

  const type = (text: string, isTyped: boolean) => {
    field.onChange(text);
    const query = text.trim();
    const isSearched = isTyped && query.length >= fewest && query.length <= most;
    setTyped(isSearched ? { country, query } : undefined);
    if (!isSearched) setFound(undefined);
  };
  const pick = ({ id, main }: { id: string; main: string }) => {
    setTyped(undefined);
    setFound(undefined);
    field.onChange(main);
    const searched = session.current ?? newId();
    session.current = undefined;
    onAddress(calls.address(id, searched));
  };
  return (
    <SuggestField
      {...field}
      suggestions={found?.country === country ? found.suggestions : none}
      credit={provider === 'google' ? t('billing_address_google') : undefined}
      onChange={type}
      onPick={pick}
    />
  );
}
