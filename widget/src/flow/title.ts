import { createContext, useContext, useEffect } from 'react';

const TitleContext = createContext<(title: string | undefined) => void>(() => undefined);
export const TitleProvider = TitleContext.Provider;

/** Names the page after a step of a screen that has several, for as long as the step is shown. Only the hosted page's title is ours. */
export function useTitle(title: string): void {
  const setTitle = useContext(TitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [setTitle, title]);
}
