import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FlowRoot } from '../flow/FlowRoot.js';
import type { FlowSetting } from '../flow/setting.js';
import hostedSheet from '../theme/hosted.css?url';
import { readHostedSetting } from './address.js';
import { openFramed } from './framed.js';

// A sheet of its own: it styles the document, and must never reach a page that isn't ours.
const sheet = document.createElement('link');
sheet.rel = 'stylesheet';
sheet.href = hostedSheet;
document.head.append(sheet);

const setting: FlowSetting = readHostedSetting(location.search);
const place = document.getElementById('join');
if (place) {
  document.documentElement.dataset.theme = setting.theme ?? 'auto';
  const framed = openFramed(location.search, place);
  createRoot(place).render(
    <StrictMode>
      <FlowRoot setting={setting} hosted onEvent={framed?.tell} />
    </StrictMode>,
  );
}
