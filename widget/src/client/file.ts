import { answerOf, bearer, type Api } from './api.js';

/** The files of a logged-in user; `token` is the login's. They throw like the calls of {@link AccountApi}. */
export type FileApi = ReturnType<typeof fileCalls>;

/** A separate client: that of the other calls reads only JSON. `server` is its origin; empty for the page's own. */
export function fileCalls({ locale }: Pick<Api, 'locale'>, server: string) {
  const read = (token: string, path: string): Promise<Blob> =>
    answerOf(answered(fetch(server + path, { credentials: 'omit', headers: { ...bearer(token), 'Accept-Language': locale() } })));
  return {
    receipt: (token: string, receiptId: string) => read(token, `/v1/account/receipts/${encodeURIComponent(receiptId)}/pdf`),
    creditNote: (token: string, receiptId: string, number: string) =>
      read(token, `/v1/account/receipts/${encodeURIComponent(receiptId)}/credit-notes/${encodeURIComponent(number)}/pdf`),
  };
}

async function answered(call: Promise<Response>): Promise<{ data?: Blob; error?: unknown; response: Response }> {
  const response = await call;
  if (response.ok) return { data: await response.blob(), response };
  return { error: await response.json().catch(() => undefined), response };
}
