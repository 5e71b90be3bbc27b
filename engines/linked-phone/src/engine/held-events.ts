import type { EventEmitter } from 'node:events';
import type { BinaryNode } from '@whiskeysockets/baileys';

/** Sees a stanza before the library does, which has it only when `pass` is called. */
export type Holder = (stanza: BinaryNode, pass: () => void) => void;

/** Holds what the network sends, by the names that the library gives it. */
export function holdEvents(source: EventEmitter, holders: Readonly<Record<string, Holder>>): void {
  const emit = source.emit.bind(source);
  source.emit = (event: string | symbol, ...args: unknown[]) => {
    const holder = typeof event === 'string' && Object.hasOwn(holders, event) ? holders[event] : undefined;
    if (!holder) return emit(event, ...args);
    holder(args[0] as BinaryNode, () => emit(event, ...args));
    return true;
  };
}
