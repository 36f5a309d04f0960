import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { FlowRoot } from '../shell/FlowRoot.js';
import type { FlowSetting } from '../session/setting.js';
import hostedSheet from '../theme/hosted.css?url';
import { readHostedSetting } from './address.js';
import type { Framed } from './framed.js';

// A sheet of its own: it styles the document, and must never reach a page that isn't ours.
const sheet = document.createElement('link');
sheet.rel = 'stylesheet';
sheet.href = hostedSheet;
document.head.append(sheet);

const place = document.getElementById('join');
if (place) {
  // In the server's own message for who sees nothing of this.
  const supportPhone = place.querySelector('a[href^="tel:"]')?.textContent;
  const root = createRoot(place);
  // The operator's words and what is around the screens; the colours are in the page's style.
  const appearance = document.getElementById('cojoin-appearance')?.textContent;
  const show = (setting: FlowSetting, framed?: Framed) => {
    document.documentElement.dataset.theme = setting.theme ?? 'auto';
    root.render(
      <StrictMode>
        <FlowRoot
          setting={{ ...setting, appearance: setting.appearance ?? appearance, supportPhone: setting.supportPhone ?? supportPhone }}
          hosted
          onEvent={framed?.tell}
        />
      </StrictMode>,
    );
  };
  // Only a page in somebody's frame has to know how to speak to what is around it.
  if (window.parent === window) show(readHostedSetting(location.search));
  else {
    void import('./framed.js').then(({ openFramed }) => {
      const isFramed = openFramed(location.search, place, {
        show,
        // The running flow writes its session: it has to be gone before that is forgotten.
        end: () => flushSync(() => root.render(null)),
      });
      if (!isFramed) show(readHostedSetting(location.search));
    });
  }
}
