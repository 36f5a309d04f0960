import { createContext, useContext, useEffect } from 'react';

const TitleContext = createContext<(title: string | undefined) => void>(() => undefined);
export const TitleProvider = TitleContext.Provider;

/** Names the page after the shown step of a screen with several steps. Only the hosted page's title is ours. */
export function useTitle(title: string): void {
  const setTitle = useContext(TitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [setTitle, title]);
}
