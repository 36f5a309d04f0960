/** Zendesk's own function: it queues commands until its code is loaded. */
type Messenger = (
  scope: 'messenger',
  command: 'show' | 'hide' | 'close' | 'loginUser',
  fetchToken?: (answer: (token: string) => void) => void,
) => void;

declare global {
  var zE: Messenger | undefined;
}

const scriptId = 'ze-snippet';
const scriptAddress = 'https://static.zdassets.com/ekr/snippet.js';

let loading: Promise<Messenger> | undefined;

/** Loads the chat, once per page. */
function load(widgetKey: string): Promise<Messenger> {
  if (globalThis.zE) return Promise.resolve(globalThis.zE);
  loading ??= new Promise<Messenger>((resolve, reject) => {
    const script = document.createElement('script');
    script.id = scriptId;
    script.async = true;
    script.src = `${scriptAddress}?key=${encodeURIComponent(widgetKey)}`;
    script.addEventListener('load', () => (globalThis.zE ? resolve(globalThis.zE) : reject(new Error('the chat has no function'))));
    script.addEventListener('error', () => {
      script.remove();
      loading = undefined;
      reject(new Error("the chat can't be loaded"));
    });
    document.head.append(script);
  });
  return loading;
}

export interface Chat {
  widgetKey: string;
  signsIn: boolean;
  /** Returns a token that identifies the user. */
  token: () => Promise<string>;
  /** Logs a failure of the chat; nothing else happens. */
  onFailure: (error: unknown) => void;
}

/** Shows the chat; returns a function that closes and hides it. If the sign-in fails, the chat goes on without a name. */
export function showChat({ widgetKey, signsIn, token, onFailure }: Chat): () => void {
  let isOffered = true;
  load(widgetKey).then((chat) => {
    if (!isOffered) {
      chat('messenger', 'hide');
      return;
    }
    chat('messenger', 'show');
    if (signsIn) chat('messenger', 'loginUser', (answer) => void token().then(answer, onFailure));
  }, onFailure);
  return () => {
    isOffered = false;
    globalThis.zE?.('messenger', 'close');
    globalThis.zE?.('messenger', 'hide');
  };
}
