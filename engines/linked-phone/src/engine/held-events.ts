import type { EventEmitter } from 'node:events';
import { SerialQueue } from '@chat/device-sessions/engines';
import type { BinaryNode } from '@whiskeysockets/baileys';

/** Sees a stanza before the library does, which has it only when `pass` is called. */
export type Holder = (stanza: BinaryNode, pass: () => void) => void;

type Listener = (...args: unknown[]) => unknown;

/**
 * Holds what the network sends, by the names that the library gives it. Nobody catches what the library throws at a stanza of
 * which it can make nothing, and Node then ends the process, with the phones of everybody: here, such a stanza is left alone.
 */
export function holdEvents(source: EventEmitter, holders: Readonly<Record<string, Holder>>): void {
  const emit = (event: string | symbol, args: unknown[]) => {
    const listeners = source.rawListeners(event) as Listener[];
    for (const listener of listeners) void attempt(() => Reflect.apply(listener, source, args));
    return listeners.length > 0;
  };
  source.emit = (event: string | symbol, ...args: unknown[]) => {
    const holder = typeof event === 'string' && Object.hasOwn(holders, event) ? holders[event] : undefined;
    if (!holder) return emit(event, args);
    void attempt(() => holder(args[0] as BinaryNode, () => emit(event, args)));
    return true;
  };
}

/**
 * Has the library read what comes in the order in which it came. It begins to read everything at once, so that the next stanza
 * overtakes one that has to be decompressed. After bytes that it cannot read, it could read none of this connection any more.
 * @param fail ends the connection.
 */
export function readInOrder(source: EventEmitter, fail: () => void): void {
  const [read] = source.listeners('message') as ((bytes: Buffer) => Promise<void>)[];
  const queue = new SerialQueue();
  let hasFailed = false;
  source.removeAllListeners('message');
  source.on('message', (bytes: Buffer) => {
    void queue.take(async () => {
      if (hasFailed) return;
      await read!(bytes).catch(() => {
        hasFailed = true;
        fail();
      });
    });
  });
}

async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {
    // The network sends it again, or gives up.
  }
}
