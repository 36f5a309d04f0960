import { elementOf, snippetOf } from './snippet.js';

/** @param {string} id @returns {any} */
const part = (id) => document.getElementById(id);
const page = part('page');

/** The entered brand, or undefined if it can't be parsed. */
function brand() {
  const written = part('appearance').value.trim();
  part('appearance-fault').textContent = '';
  if (written === '') return '';
  try {
    return JSON.stringify(JSON.parse(written));
  } catch (error) {
    part('appearance-fault').textContent = `This isn’t JSON: ${error.message}`;
    return undefined;
  }
}

function choice() {
  const attributes = Object.fromEntries(
    [...['mode', 'locale', 'theme'].map((name) => [name, part(name).value]), ['appearance', brand() ?? '']].filter(([, value]) => value !== ''),
  );
  return { server: location.origin, flow: part('flow').value, attributes };
}

/** Shows the chosen settings. The inner page reloads, because a changed attribute restarts the flow anyway. */
function show() {
  if (brand() === undefined) return;
  const chosen = choice();
  const width = Number(part('width').value);
  page.style.width = `${width}px`;
  const scale = Math.min(1, page.parentElement.clientWidth / width);
  page.style.scale = String(scale);
  page.style.height = `${page.parentElement.clientHeight / scale}px`;
  part('snippet').textContent = snippetOf(part('framework').value, chosen);
  const direction = part('brand').value === 'sahar' ? 'rtl' : '';
  page.src = 'about:blank';
  page.src = `page.html?${Date.now()}#${encodeURIComponent(JSON.stringify({ ground: part('ground').value, direction, ...elementOf(chosen) }))}`;
}

/** Shows the result of the flow's self-check. */
async function examine() {
  const { contentDocument, contentWindow, src } = page;
  const flow = contentDocument?.querySelector('cojoin-join, cojoin-pro, cojoin-account');
  if (!flow) return;
  let answer;
  try {
    await contentWindow.customElements.whenDefined(flow.localName);
    answer = await flow.doctor();
  } catch (error) {
    if (page.src === src) throw error;
  }
  if (page.src !== src) return; // a newer page has replaced this one and is examined itself
  const { csp, findings } = answer;
  part('policy').textContent = csp;
  part('findings').replaceChildren(
    ...findings.map(({ check, isOk, text }) => {
      const row = document.createElement('li');
      row.className = isOk ? 'good' : 'bad';
      const name = document.createElement('b');
      name.textContent = `${isOk ? '✓' : '✗'} ${check}: `;
      row.append(name, text);
      return row;
    }),
  );
}

async function choose() {
  const name = part('brand').value;
  if (name === 'own') return;
  const answer = name && (await fetch(`/examples/brands/${name}.json`));
  part('appearance').value = answer ? await answer.text() : '';
  show();
}

page.addEventListener('load', () => void examine());
part('brand').addEventListener('change', () => void choose());
part('appearance').addEventListener('change', () => {
  part('brand').value = 'own';
  show();
});
for (const id of ['flow', 'mode', 'locale', 'theme', 'ground', 'width', 'framework']) part(id).addEventListener('change', show);
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(part(button.dataset.copy).textContent);
    part('copied').textContent = 'Copied.';
  });
}
if (innerWidth < 800) part('width').value = '390';
show();
