// Writes the editors' description of the custom elements (custom-elements.json) from the tables of README.md. A test compares those with the code.
import { readFileSync } from 'node:fs';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Returns the rows of the table with this name in its first column. */
function rows(first) {
  const [, table = ''] = readme.match(new RegExp(`^\\| ${first} \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`, 'm')) ?? [];
  return table
    .trim()
    .split('\n')
    .map((row) =>
      row
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

const namesIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
const plain = (cell) => cell.replaceAll('`', '');

const elements = {
  'cojoin-join': 'The sign-up of parents, or the choice between parents and professionals.',
  'cojoin-pro': 'The sign-up of professionals.',
  'cojoin-account': 'Login and account page.',
};

export function customElements() {
  const attributes = rows('attribute').flatMap(([names, description, byDefault]) =>
    namesIn(names).map((name) => ({
      name,
      description: plain(description),
      type: { text: 'string' },
      ...(byDefault && { default: plain(byDefault) }),
    })),
  );
  const events = rows('event').flatMap(([names, description]) =>
    namesIn(names).map((name) => ({ name, description: plain(description), type: { text: `CojoinElementEvents['${name}']` } })),
  );
  const members = rows('method').flatMap(([names, description]) =>
    namesIn(names).map((name) => ({ kind: 'method', name: name.replace(/\(.*/, ''), description: plain(description) })),
  );
  const path = 'lib/own/elements.js';
  const nameOf = (tagName) => tagName.replaceAll(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: Object.entries(elements).map(([tagName, description]) => ({
          kind: 'class',
          customElement: true,
          tagName,
          name: nameOf(tagName),
          description,
          superclass: { name: 'HTMLElement' },
          attributes,
          events,
          members,
        })),
        exports: Object.keys(elements).map((tagName) => ({
          kind: 'custom-element-definition',
          name: tagName,
          declaration: { name: nameOf(tagName), module: path },
        })),
      },
    ],
  };
}
