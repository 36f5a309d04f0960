import { useNavigate, useRouterState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the receipt that the account page shows. */
    receiptId?: string | undefined;
  }
}

/** Gives each opened receipt an entry of its own in the history, so that the browser's Back closes it; the address stays /account. */
export function useReceiptHistory() {
  const navigate = useNavigate();
  const receiptId = useRouterState({ select: ({ location }) => location.state.receiptId });
  const show = (id: string | undefined) => void navigate({ to: '/account', state: (state) => ({ ...state, receiptId: id }) });
  return { receiptId, open: (id: string) => show(id), close: () => show(undefined) };
}
