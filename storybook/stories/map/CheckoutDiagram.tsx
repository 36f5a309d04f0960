import { globalRows } from '@widget/checkout/global.js';
import type { Row } from '@widget/checkout/row.js';
import type { StateName } from '@widget/checkout/state.js';
import { table } from '@widget/checkout/table.js';

/** The position of each state in the diagram: column and row. */
const places: Readonly<Record<StateName, readonly [column: number, row: number]>> = {
  resuming: [0, 0],
  'resuming.failed': [1, 0],
  resumed: [2, 0],
  pricing: [0, 1],
  billing: [0, 2],
  'billing.saving': [0, 3],
  'billing.mismatch': [0, 4],
  'billing.confirming': [0, 5],
  method: [1, 2],
  'method.tokenizing': [1, 4],
  'method.authorizing': [1, 5],
  opening: [2, 2],
  review: [2, 3],
  'paying.verifying': [2, 4],
  paying: [2, 5],
  'paying.confirming': [2, 6],
  left: [1, 7],
  paid: [2, 7],
};

const width = 170;
const height = 40;
const columnStep = 290;
const rowStep = 84;

/** A transition from one state to another, by some events. */
interface Way {
  from: StateName;
  to: StateName;
  events: string[];
}

type Listed = Readonly<Record<string, readonly Row<never, never>[]>>;

/** Returns the transitions of the machine's own table. Those of every state lead to the method, and are drawn from review. */
export function ways(): Way[] {
  const all = new Map<string, Way>();
  const add = (from: StateName, to: StateName, event: string) => {
    if (from === to) return;
    const way = all.get(`${from} ${to}`) ?? { from, to, events: [] };
    if (!way.events.includes(event)) way.events.push(event);
    all.set(`${from} ${to}`, way);
  };
  for (const name of Object.keys(table) as StateName[]) {
    for (const [event, rows] of Object.entries(table[name] as Listed)) for (const row of rows) for (const to of row.to) add(name, to, event);
  }
  for (const [event, rows] of Object.entries(globalRows as Listed)) for (const row of rows) for (const to of row.to) add('review', to, event);
  return [...all.values()];
}

const middle = (name: StateName) => ({ x: places[name][0] * columnStep + width / 2 + 20, y: places[name][1] * rowStep + height / 2 + 10 });

export interface DiagramProps {
  current: StateName;
}

/** The states of the checkout and the transitions between them, drawn from the table. */
export function CheckoutDiagram({ current }: DiagramProps) {
  return (
    <svg className="story-diagram" viewBox="0 0 800 654" role="img" aria-label={`The checkout’s states; ${current} is chosen`}>
      <defs>
        <marker id="story-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {ways().map(({ from, to, events }) => (
        <Arrow key={`${from} ${to}`} from={from} to={to} events={events} isNear={from === current} />
      ))}
      {(Object.keys(places) as StateName[]).map((name) => {
        const { x, y } = middle(name);
        return (
          <g key={name} data-current={name === current || undefined}>
            <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx={8} />
            <text x={x} y={y + 5} textAnchor="middle">
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function Arrow({ from, to, events, isNear }: Way & { isNear: boolean }) {
  const a = middle(from);
  const b = middle(to);
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  // The line ends at the edge of the box, and leans to one side, so that both directions are visible.
  const reach = Math.min(dx === 0 ? Infinity : width / 2 / Math.abs(dx), dy === 0 ? Infinity : height / 2 / Math.abs(dy));
  const length = Math.hypot(dx, dy);
  const [sideX, sideY] = [(-dy / length) * 9, (dx / length) * 9];
  const start = { x: a.x + dx * reach + sideX, y: a.y + dy * reach + sideY };
  const end = { x: b.x - dx * reach + sideX, y: b.y - dy * reach + sideY };
  return (
    <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} markerEnd="url(#story-arrow)" data-near={isNear || undefined}>
      <title>{`${from} → ${to}: ${events.join(', ')}`}</title>
    </line>
  );
}
