/**
 * The settings chosen in the studio.
 * @typedef {object} Choice
 * @property {string} server Origin of the server.
 * @property {'chooser' | 'parents' | 'pro' | 'account'} flow
 * @property {Readonly<Record<string, string>>} attributes `mode`, `locale`, `theme`, `appearance` (JSON): those that are set.
 */

/** @typedef {'html' | 'react' | 'vue' | 'svelte' | 'link'} Framework */

/** Returns the element's name and all its attributes.
 * @param {Choice} choice */
export function elementOf({ flow, attributes }) {
  const element = flow === 'pro' || flow === 'account' ? `cojoin-${flow}` : 'cojoin-join';
  return { element, attributes: flow === 'parents' ? { start: 'parents', ...attributes } : attributes };
}

/** Returns the text as an attribute's value. Single quotes keep JSON readable.
 * @param {string} text */
function quoted(text) {
  const plain = text.replaceAll('&', '&amp;');
  return text.includes('"') ? `'${plain.replaceAll("'", '&#39;')}'` : `"${plain}"`;
}

/** Returns the lines that a site needs for the choice.
 * @param {Framework} framework
 * @param {Choice} choice
 * @returns {string} */
export function snippetOf(framework, choice) {
  const { element, attributes } = elementOf(choice);
  const { server } = choice;
  const tag = (/** @type {Readonly<Record<string, string>>} */ all) => {
    const lines = Object.entries(all).map(([name, value]) => `\n  ${name}=${quoted(value)}`);
    return `<${element}${lines.join('')}${lines.length > 0 ? '\n' : ''}></${element}>`;
  };
  switch (framework) {
    case 'html':
      return `<script type="module" src="${server}/embed/v1/cojoin.js"></script>\n${tag(attributes)}\n`;
    case 'react':
      return react(choice, attributes);
    case 'vue':
      return `<script setup>\nimport { defineElements } from '@cojoin/widget/elements';\nimport '@cojoin/widget/style.css';\n\ndefineElements({ server: '${server}' });\n</script>\n\n<template>\n${indented(tag(attributes))}\n</template>\n`;
    case 'svelte':
      return `<script>\n  import { defineElements } from '@cojoin/widget/elements';\n  import '@cojoin/widget/style.css';\n\n  defineElements({ server: '${server}' });\n</script>\n\n${tag(attributes)}\n`;
    case 'link':
      return link(choice);
  }
}

/** @param {string} text */
const indented = (text) => text.replaceAll(/^/gm, '  ');

/** @param {Choice} choice @param {Readonly<Record<string, string>>} attributes */
function react({ server, flow }, { appearance, mode: _, ...rest }) {
  const component = flow === 'pro' ? 'ProFlow' : flow === 'account' ? 'AccountFlow' : 'JoinFlow';
  const props = [`server="${server}"`, ...Object.entries(rest).map(([name, value]) => `${name}=${quoted(value)}`)];
  if (appearance) props.push(`appearance={${JSON.stringify(JSON.parse(appearance), null, 2).replaceAll('\n', '\n  ')}}`);
  return `import { ${component} } from '@cojoin/widget';\nimport '@cojoin/widget/style.css';\n\n<${component}\n${props.map((prop) => `  ${prop}\n`).join('')}/>;\n`;
}

/** @param {Choice} choice */
function link({ server, flow, attributes }) {
  const path = flow === 'pro' || flow === 'account' ? `/app/join/${flow}` : '/app/join';
  const query = new URLSearchParams();
  if (attributes['locale']) query.set('lang', attributes['locale']);
  if (attributes['theme']) query.set('theme', attributes['theme']);
  const search = query.size > 0 ? `?${query}` : '';
  return `<a href=${quoted(`${server}${path}${search}`)}>Join</a>\n`;
}
