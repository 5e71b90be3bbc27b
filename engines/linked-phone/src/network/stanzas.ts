import type { BinaryNode } from '@whiskeysockets/baileys';

/** The address of the network itself. */
export const SERVER = 's.whatsapp.net';

/** Answers a query. */
export function resultOf({ attrs }: BinaryNode, content: BinaryNode[] = []): BinaryNode {
  return { tag: 'iq', attrs: { from: SERVER, type: 'result', id: attrs.id ?? '' }, content };
}

/** Refuses a query. */
export function errorTo({ attrs }: BinaryNode, code: number, text: string): BinaryNode {
  const error = { tag: 'error', attrs: { code: String(code), text } };
  return { tag: 'iq', attrs: { from: SERVER, type: 'error', id: attrs.id ?? '' }, content: [error] };
}

/** Acknowledges what a device sent. @param error the code of a refusal. */
export function ackOf({ tag, attrs }: BinaryNode, error?: number): BinaryNode {
  return {
    tag: 'ack',
    attrs: {
      class: tag,
      id: attrs.id ?? '',
      from: attrs.to ?? SERVER,
      t: seconds(),
      ...(attrs.type !== undefined && { type: attrs.type }),
      ...(error !== undefined && { error: String(error) }),
    },
  };
}

/** The time as stanzas give it. */
export function seconds(at = new Date()): string {
  return String(Math.floor(at.getTime() / 1000));
}
