// Generates the reference of events and theme tokens from their declarations: docs/reference/events.md and docs/reference/theme.md. `make gen` runs
// it; tools/drift fails when the result isn't committed.
import { readFileSync, writeFileSync } from 'node:fs';

const at = (path) => new URL(path, import.meta.url);
const read = (path) => readFileSync(at(path), 'utf8');
const written = (source) => `<!-- Written by \`make gen\` from ${source}. Do not edit. -->\n`;
const row = (cells) => `| ${cells.join(' | ')} |\n`;
const table = (head, rows) => `${row(head)}|${'---|'.repeat(head.length)}\n${rows.map(row).join('')}`;
const code = (text) => `\`${text.replaceAll('|', '\\|')}\``;
const sentence = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();

/** Returns the members of an interface, each with its comment: `[comment, name, type]`. */
function members(file, name) {
  const body = read(file).match(new RegExp(`^export interface ${name} \\{\\n([^]*?)^\\}`, 'm'))?.[1] ?? '';
  const found = [...body.matchAll(/^ {2}\/\*\* (.*) \*\/\n {2}(?:'([^']+)'|(\w+)): (.*);$/gm)].map(([, doc, quoted, plain, type]) => [
    doc,
    quoted ?? plain,
    type,
  ]);
  const count = body.match(/^ {2}(?:'[^']+'|\w+): /gm)?.length ?? 0;
  if (found.length === 0 || found.length !== count) throw new Error(`${file}: ${count} members of ${name}, ${found.length} of them with a comment`);
  return found;
}

/** Returns an event's payload, as its type declares it. */
const payload = (type) => (type === 'undefined' || type.startsWith('Record<string, never>') ? '' : code(type));

function events() {
  const rows = (list, prefix) => list.map(([doc, name, type]) => [code(prefix + name), sentence(doc), payload(type)]);
  return `${written('widget/src/flow/event.ts and analytics.ts')}
# Events of the widget

They contain no personal data. How to listen: [widget/README.md](../../widget/README.md#events).

## DOM events

They bubble from the element and cross shadow boundaries; \`event.detail\` is the payload. A React component's handler is \`on\` plus the name:
\`onComplete\` receives the detail of \`cojoin:complete\`.

${table(['event', 'when', 'detail'], rows(members('../src/flow/event.ts', 'FlowEvents'), 'cojoin:'))}
\`AnalyticsEvent\` is one of the names below.

## Analytics events

Each is raised as \`cojoin:track\` with \`{ event, properties }\`, and sent to the server (\`POST /v1/events\`) unless \`analytics="off"\`. The names are
meant for analytics services, and are the same in every language.

${table(['event', 'when', 'properties'], rows(members('../src/flow/analytics.ts', 'AnalyticsEvents'), ''))}`;
}

const own = String.raw`(--cojoin-[a-z-]+), ([^;]*)`;
const comment = String.raw`; \/\* ([^*]*) \*\/`;

/** Returns a sheet with each declaration on one line. */
const sheet = (name) => read(`../src/theme/${name}.css`).replaceAll(/\(\s+/g, '(').replaceAll(/\s+\)/g, ')').replaceAll(/,\s+/g, ', ');

function tokens() {
  const colors = [
    ...sheet('tokens').matchAll(
      new RegExp(
        String.raw`light-dark\(var\((--cojoin-[a-z-]+), (#\w+|var.--[a-z-]+.)\), var\(--cojoin-dark-[a-z-]+, (#\w+|var.--[a-z-]+.)\)\)${comment}`,
        'g',
      ),
    ),
  ].map(([, name, light, dark, text]) => {
    const [of, instead] = text.split('; ');
    return [code(name), of, ...[light, dark].map((value) => (value.startsWith('#') ? code(value) : instead))];
  });
  const others = ['base', 'tokens'].flatMap((file) =>
    [...sheet(file).matchAll(new RegExp(String.raw`^\s+[a-z-]+: var\(${own}\)${comment}`, 'gm'))].map(([, name, value, text]) => {
      const [of, instead] = text.split('; ');
      return [code(name), of, instead ?? code(value)];
    }),
  );
  return `${table(['property', 'used for', 'light', 'dark'], colors)}\n${table(['property', 'used for', 'default'], others)}`;
}

function theme() {
  return `${written('widget/src/theme/tokens.css')}
# Theme tokens

Custom properties that restyle the widget. Set them on the element or any ancestor; \`--cojoin-dark-…\` sets the same property for dark mode. A text
color needs a contrast of 4.5:1 with its background, an edge 3:1 with its surroundings. How to: [widget/README.md](../../widget/README.md#theme).

${tokens()}`;
}

/** Writes the names that a brand may use, for its types: an npm package can't include JSON from outside of it. */
function keys() {
  const names = (list) => list.map((name) => `  | '${name}'`).join('\n');
  const all = Object.entries(JSON.parse(read('../../sdk/brand/tokens.json'))).flatMap(([name, { kind }]) =>
    kind === 'color' ? [name, `dark-${name}`] : [name],
  );
  const files = ['frame', 'problem', 'rule', 'screen', 'order', 'payment', 'invite', 'home', 'professional'];
  const texts = new Set(
    ['en', 'es'].flatMap((language) => files.flatMap((file) => Object.keys(JSON.parse(read(`../../sdk/text/${language}/${file}.json`))))),
  );
  return `// Written by \`make gen\` from sdk/brand/tokens.json and sdk/text. Do not edit.

/** Names of the CSS tokens, without \`--cojoin-\`. */
export type Token =
${names(all)};

/** Keys of the sentences that the widget shows. */
export type TextKey =
${names([...texts].toSorted())};
`;
}

writeFileSync(at('../src/brand/keys.ts'), keys());
writeFileSync(at('../../docs/reference/events.md'), events());
writeFileSync(at('../../docs/reference/theme.md'), theme());
