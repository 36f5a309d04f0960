/** What the hosted page in a frame tells the page around it. Both sides check the other's origin. */
export type FrameMessage =
  | { cojoinFrame: 1; type: 'size'; height: number }
  | { cojoinFrame: 1; type: 'event'; event: string; detail: unknown }
  | { cojoinFrame: 1; type: 'top' };

/** Reads a message that may come from anybody. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const message = data as Partial<FrameMessage & { height: unknown; event: unknown }> | null;
  if (typeof message !== 'object' || message?.cojoinFrame !== 1) return undefined;
  switch (message.type) {
    case 'size':
      return typeof message.height === 'number' && message.height > 0 && message.height < 100_000 ? (message as FrameMessage) : undefined;
    case 'event':
      return typeof message.event === 'string' && /^[a-z]{1,20}$/.test(message.event) ? (message as FrameMessage) : undefined;
    case 'top':
      return message as FrameMessage;
    default:
      return undefined;
  }
}
