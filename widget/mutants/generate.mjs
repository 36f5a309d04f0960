import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

const turned = { '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>', '+': '-', '-': '+' };

/** The breakable parts of a node, as pairs of the node and its replacement. */
const breaks = {
  IfStatement: ({ test }) => ['true', 'false'].map((code) => [test, code]),
  ConditionalExpression: ({ test }) => ['true', 'false'].map((code) => [test, code]),
  LogicalExpression: (node, text) => [node.left, node.right].map((side) => [node, text(side)]),
  BinaryExpression: (node, text) =>
    turned[node.operator] === undefined ? [] : [[node, `${text(node.left)} ${turned[node.operator]} ${text(node.right)}`]],
  UnaryExpression: (node, text) => (node.operator === '!' ? [[node, text(node.argument)]] : []),
  ExpressionStatement: (node) => (node.directive === undefined ? [[node, '']] : []),
  ReturnStatement: (node) => (node.argument ? [[node, 'return undefined;']] : []),
  ArrayExpression: (node) => (node.elements.length > 0 ? [[node, '[]']] : []),
  Literal: (node) => (typeof node.value === 'boolean' ? [[node, String(!node.value)]] : []),
};

/** Returns every mutant of the functions of a file with changed lines. */
export function generated(file, code, lines) {
  const { program } = parseSync(file, code);
  const text = ({ start, end }) => code.slice(start, end);
  const lineOf = (at) => code.slice(0, at).split('\n').length;
  const nodes = nodesIn(program);
  const functions = nodes.filter(({ type }) => /Function/.test(type)).map((node) => ({ ...node, from: lineOf(node.start), to: lineOf(node.end) }));
  const ranges = [...lines].flatMap(
    (line) => functions.filter(({ from, to }) => from <= line && line <= to).toSorted((a, b) => a.end - a.start - (b.end - b.start))[0] ?? [],
  );
  return nodes
    .filter(({ start, end }) => ranges.some((each) => each.start <= start && end <= each.end))
    .flatMap((node) =>
      (breaks[node.type]?.(node, text) ?? []).filter(([place, broken]) => text(place) !== broken).map(([place, broken]) => [node, place, broken]),
    )
    .map(([node, place, broken]) => ({
      name: `${file}:${lineOf(place.start)} ${shorten(text(place))} → ${shorten(broken) || 'nothing'}`,
      file,
      old: text(place),
      new: broken,
      at: place.start,
      isStatement: place === node && node.type.endsWith('Statement'),
    }));
}

const shorten = (code) => code.replaceAll(/\s+/g, ' ').slice(0, 60);

/** Returns all nodes that remain without the types. */
function nodesIn(node) {
  const children = Object.entries(node).flatMap(([key, value]) =>
    key.startsWith('type') || key === 'returnType' ? [] : Array.isArray(value) ? value : [value],
  );
  return [node, ...children.filter((child) => typeof child?.type === 'string' && !/^(Import|TS(Type|Interface))/.test(child.type)).flatMap(nodesIn)];
}

/** Returns the lines of the product's code that differ from a revision, by file. */
export function changedLines(root, revision) {
  const diff = execFileSync('git', ['diff', '--unified=0', '--relative', revision, '--', 'src'], { cwd: root, encoding: 'utf8' });
  const changed = new Map();
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    const [, from, count = '1'] = /^@@ .* \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (from === undefined || !/\.tsx?$/.test(file) || /\.(test|d)\.tsx?$/.test(file)) continue;
    const lines = changed.get(file) ?? new Set();
    changed.set(file, lines);
    for (let n = 0; n < Math.max(1, Number(count)); n += 1) lines.add(Number(from) + n);
  }
  return changed;
}

/** Returns the unit tests that load a file, ordered by the number of files that they load. */
export function testsOf(root) {
  const files = readdirSync(join(root, 'src'), { recursive: true })
    .map((name) => join('src', name))
    .filter((name) => /\.tsx?$/.test(name));
  const imports = new Map(files.map((name) => [name, importsOf(root, name)]));
  const reached = (name, seen = new Set()) => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const next of imports.get(name) ?? []) reached(next, seen);
    return seen;
  };
  const tests = files.filter((name) => /\.test\.tsx?$/.test(name)).map((name) => ({ name, loads: reached(name) }));
  tests.sort((a, b) => a.loads.size - b.loads.size);
  return (file) => tests.filter(({ loads }) => loads.has(file)).map(({ name }) => name);
}

function importsOf(root, name) {
  const specifiers = readFileSync(join(root, name), 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)\.js'/g);
  return Array.from(specifiers, ([, path]) => normalize(join(dirname(name), path))).flatMap((path) =>
    [`${path}.ts`, `${path}.tsx`].filter((each) => existsSync(join(root, each))),
  );
}
