import { cdp } from 'vitest/browser';

/** The announcement of a field by a screen reader, on one line. */
export type FieldLine = string;

/** A screen reader's announcement of a heading, a message, a dialog, a control, or a field's text, on one line. */
export type ShownLine = string;

interface AxValue {
  value?: unknown;
}

interface AxNode {
  nodeId: string;
  childIds?: readonly string[];
  ignored: boolean;
  role?: AxValue;
  name?: AxValue;
  description?: AxValue;
  value?: AxValue;
  properties?: readonly { name: string; value: AxValue }[];
}

interface FrameTree {
  frame: { id: string };
  childFrames?: readonly FrameTree[];
}

interface Devtools {
  send(method: 'Page.getFrameTree'): Promise<{ frameTree: FrameTree }>;
  send(method: 'Accessibility.getFullAXTree', params: { frameId: string }): Promise<{ nodes: readonly AxNode[] }>;
}

/** Roles of fields, and of the named groups and frames around fields. */
const roles = new Set(['textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'spinbutton', 'radiogroup', 'group', 'Iframe']);
/** Roles that distinguish one state of a screen from another. */
const shownRoles = new Set(['heading', 'alert', 'status', 'dialog', 'alertdialog', 'button', 'link']);
/** Roles of fields with a text of their own. */
const typedRoles = new Set(['textbox', 'searchbox', 'combobox']);
/** Parts that are the same around every screen; they have their own stories. */
const frameRoles = new Set(['banner', 'contentinfo']);
const states = ['required', 'invalid', 'disabled', 'readonly', 'checked'];

/** Reads the open story from the browser's accessibility tree, in reading order. */
export async function readLines(): Promise<{ fields: FieldLine[]; shown: ShownLine[] }> {
  const browser = cdp() as unknown as Devtools;
  const { frameTree } = await browser.send('Page.getFrameTree');
  // The story is in the only frame of the runner's page.
  const frameId = frameTree.childFrames?.[0]?.frame.id ?? frameTree.frame.id;
  const { nodes } = await browser.send('Accessibility.getFullAXTree', { frameId });
  const [top] = nodes;
  const all = new Map(nodes.map((node) => [node.nodeId, node]));
  const visible = (without: ReadonlySet<string>) => (top ? inOrder(top, all, without).filter(({ ignored }) => !ignored) : []);
  const whole = visible(new Set());
  const isScreen = whole.some(({ role }) => role?.value === 'main');
  return {
    fields: whole.filter(({ role }) => roles.has(String(role?.value))).flatMap((node) => lineOf(node)),
    shown: visible(isScreen ? frameRoles : new Set()).flatMap((node) => shownLineOf(node, all)),
  };
}

/** Puts the tree into reading order: the browser returns it level by level. */
function inOrder(node: AxNode, all: ReadonlyMap<string, AxNode>, without: ReadonlySet<string> = new Set()): AxNode[] {
  if (without.has(String(node.role?.value))) return [];
  const children = (node.childIds ?? []).flatMap((id) => all.get(id) ?? []);
  return [node, ...children.flatMap((child) => inOrder(child, all, without))];
}

function lineOf({ role, name, description, properties = [] }: AxNode, printed: readonly string[] = states): FieldLine[] {
  const text = words(name);
  // A fieldset without a name only draws a line.
  if (role?.value === 'group' && text === '') return [];
  const on = printed.filter((state) => ['true', 'mixed'].includes(String(properties.find((each) => each.name === state)?.value.value)));
  const more = words(description);
  return [`${String(role?.value).toLowerCase()} “${text}”${on.length > 0 ? ` (${on.join(', ')})` : ''}${more === '' ? '' : `: ${more}`}`];
}

/** Returns a message as its text; a silent live region has none. */
function shownLineOf(node: AxNode, all: ReadonlyMap<string, AxNode>): ShownLine[] {
  const role = String(node.role?.value);
  if (typedRoles.has(role)) return words(node.value) === '' ? [] : [`${role} “${words(node.name)}” holds “${words(node.value)}”`];
  if (!shownRoles.has(role)) return [];
  if (role !== 'alert' && role !== 'status') return lineOf(node, [...states, 'busy', 'expanded', 'pressed']);
  const texts = inOrder(node, all).filter((each) => each.role?.value === 'StaticText');
  const text = texts.map(({ name }) => words(name)).join(' ');
  return text === '' ? [] : [`${role} “${text}”`];
}

const words = (value: AxValue | undefined) =>
  String(value?.value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the faulty fields: without a name, or invalid without a reason. */
export function unspoken(lines: readonly FieldLine[]): FieldLine[] {
  return lines.filter((line) => line.includes('“”') || /” \([^)]*invalid[^)]*\)$/.test(line));
}
