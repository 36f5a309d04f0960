import { cdp } from 'vitest/browser';

/** What somebody who hears the page is told of a field, on one line. */
export type FieldLine = string;

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

/** Roles of what is filled in, and of the named groups and frames around fields. */
const roles = new Set(['textbox', 'searchbox', 'combobox', 'listbox', 'checkbox', 'radio', 'switch', 'spinbutton', 'radiogroup', 'group', 'Iframe']);
const states = ['required', 'invalid', 'disabled', 'readonly', 'checked'];

/** The fields of the story that is open, from the browser's accessibility tree, in the order they are come by. */
export async function fieldLines(): Promise<FieldLine[]> {
  const browser = cdp() as unknown as Devtools;
  const { frameTree } = await browser.send('Page.getFrameTree');
  // The story is in the one frame of the runner's page.
  const frameId = frameTree.childFrames?.[0]?.frame.id ?? frameTree.frame.id;
  const { nodes } = await browser.send('Accessibility.getFullAXTree', { frameId });
  const [top] = nodes;
  return top
    ? inOrder(top, new Map(nodes.map((node) => [node.nodeId, node])))
        .filter(isField)
        .flatMap(lineOf)
    : [];
}

/** The browser tells them level by level; they are heard one after the other. */
function inOrder(node: AxNode, all: ReadonlyMap<string, AxNode>): AxNode[] {
  const children = (node.childIds ?? []).flatMap((id) => all.get(id) ?? []);
  return [node, ...children.flatMap((child) => inOrder(child, all))];
}

const isField = ({ ignored, role }: AxNode) => !ignored && roles.has(String(role?.value));

function lineOf({ role, name, description, properties = [] }: AxNode): FieldLine[] {
  const said = words(name);
  // A fieldset without a name only draws a line.
  if (role?.value === 'group' && said === '') return [];
  const on = states.filter((state) => ['true', 'mixed'].includes(String(properties.find((each) => each.name === state)?.value.value)));
  const more = words(description);
  return [`${String(role?.value).toLowerCase()} “${said}”${on.length > 0 ? ` (${on.join(', ')})` : ''}${more === '' ? '' : `: ${more}`}`];
}

const words = (value: AxValue | undefined) =>
  String(value?.value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What no field may be: without a name, or wrong without saying why. */
export function unspoken(lines: readonly FieldLine[]): FieldLine[] {
  return lines.filter((line) => line.includes('“”') || /” \([^)]*invalid[^)]*\)$/.test(line));
}
