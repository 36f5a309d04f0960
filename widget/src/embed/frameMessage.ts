/** Messages of the hosted page in a frame to its host. Both sides check the other's origin. */
export type FrameMessage =
  /** The hosted page runs, and waits for its settings. */
  | { cojoinFrame: 1; type: 'hello' }
  | { cojoinFrame: 1; type: 'size'; height: number }
  | { cojoinFrame: 1; type: 'event'; event: string; detail: unknown }
  | { cojoinFrame: 1; type: 'top' }
  /** The sign-up in progress is forgotten. */
  | { cojoinFrame: 1; type: 'forgotten' };

/** Messages of the host to the hosted page: an address would carry names and tokens into logs. */
export type HostMessage =
  /** The element's current attributes, and the color behind it, if it is one plain color. `forget` starts over with them. */
  | { cojoinHost: 1; type: 'start'; attributes: Readonly<Record<string, string>>; ground: string | undefined; forget: boolean }
  /** The element is being removed: forgets the sign-up in progress. */
  | { cojoinHost: 1; type: 'forget' };

const longestHeight = 100_000;
const plainColor = /^rgb\(\d{1,3}, \d{1,3}, \d{1,3}\)$/;

/** Reads an untrusted message. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const message = data as Partial<FrameMessage & { height: unknown; event: unknown }> | null;
  if (typeof message !== 'object' || message?.cojoinFrame !== 1) return undefined;
  switch (message.type) {
    case 'size':
      return typeof message.height === 'number' && message.height > 0 && message.height < longestHeight ? (message as FrameMessage) : undefined;
    case 'event':
      return typeof message.event === 'string' && /^[a-z]{1,20}$/.test(message.event) ? (message as FrameMessage) : undefined;
    case 'hello':
    case 'top':
    case 'forgotten':
      return message as FrameMessage;
    default:
      return undefined;
  }
}

/** Reads an untrusted message. */
export function readHostMessage(data: unknown): HostMessage | undefined {
  const message = data as Partial<HostMessage & { attributes: unknown; ground: unknown; forget: unknown }> | null;
  if (typeof message !== 'object' || message?.cojoinHost !== 1) return undefined;
  if (message.type === 'forget') return { cojoinHost: 1, type: 'forget' };
  const { attributes, ground } = message;
  if (message.type !== 'start' || typeof attributes !== 'object' || attributes === null) return undefined;
  const texts = Object.entries(attributes).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    cojoinHost: 1,
    type: 'start',
    attributes: Object.fromEntries(texts),
    ground: typeof ground === 'string' && plainColor.test(ground) ? ground : undefined,
    forget: message.forget === true,
  };
}
