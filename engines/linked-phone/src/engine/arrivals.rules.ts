import {
  areJidsSameUser,
  decodeMessageNode,
  getBinaryNodeChildren,
  isLidUser,
  isPnUser,
  jidDecode,
  jidNormalizedUser,
  proto,
  unpadRandomMax16,
  type BinaryNode,
  type Contact,
} from '@whiskeysockets/baileys';
import type { Arrival, Person, Receipt } from '@chat/device-sessions/engines';
import { toContent } from './contents.rules';

/** Finds the number of an id, where it is known. */
export type PhoneOf = (lid: string) => Promise<string | null>;

const levels: Readonly<Record<string, Receipt['level']>> = {
  delivery: 'delivered',
  read: 'read',
  played: 'read',
};

/** Whether a message is of a chat with one person: other chats are none of ours. */
export function isPersonal({ attrs: { from = '' } }: BinaryNode): boolean {
  return Boolean(isPnUser(from)) || Boolean(isLidUser(from));
}

/** Reads a message that was decrypted. @returns null for what nobody wrote. */
export async function readMessage(
  stanza: BinaryNode,
  bytes: Uint8Array,
  { me, phoneOf, now }: { me: Contact; phoneOf: PhoneOf; now: Date },
): Promise<Arrival | null> {
  if (!isPersonal(stanza) || stanza.attrs.category === 'peer') return null;
  const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid ?? '');
  const { remoteJid, remoteJidAlt, fromMe, id } = fullMessage.key;
  if (!remoteJid || !id) return null;
  const decoded = proto.Message.decode(unpadRandomMax16(bytes));
  const chat = jidNormalizedUser(remoteJid);
  const content = toContent(decoded.deviceSentMessage?.message ?? decoded, { id, chat });
  if (!content) return null;
  const person = await personOf([chat, jidNormalizedUser(remoteJidAlt ?? undefined)], phoneOf);
  const sentAt = timeOf(Number(fullMessage.messageTimestamp), now);
  if (fromMe) return { type: 'echo', chatMessageId: id, to: person, content, sentAt };
  const pushName = fullMessage.pushName ?? null;
  return { type: 'message', chatMessageId: id, from: person, pushName, content, sentAt };
}

/** Reads what a receipt says of messages of ours. */
export function readReceipt({ attrs, content }: BinaryNode, me: Contact, now: Date): Receipt[] {
  const { from = '', id = '', type = 'delivery', t } = attrs;
  const level = levels[type];
  if (!level || attrs.recipient !== undefined || isSame(from, me)) return [];
  const list = Array.isArray(content) ? content[0] : undefined;
  const items = list?.tag === 'list' ? getBinaryNodeChildren(list, 'item') : [];
  return [id, ...items.map((item) => item.attrs.id ?? '')].map((chatMessageId) => ({
    ...{ type: 'receipt', chatMessageId, level, errorCode: null },
    at: timeOf(Number(t), now),
  }));
}

/** Returns how the network addresses a person: by number, unless it hides that. */
export function addressOf({ phone, userId }: Person): string {
  return phone !== null ? `${phone}@s.whatsapp.net` : (userId ?? '');
}

export function phoneIn(jid: string): string | null {
  return isPnUser(jid) ? (jidDecode(jid)?.user ?? null) : null;
}

async function personOf(addresses: readonly string[], phoneOf: PhoneOf): Promise<Person> {
  const userId = addresses.find((address) => isLidUser(address)) ?? null;
  const named = addresses.flatMap((address) => phoneIn(address) ?? [])[0];
  const looked = named === undefined && userId !== null ? await phoneOf(userId) : null;
  return { phone: named ?? (looked && phoneIn(looked)), userId };
}

function isSame(jid: string, { id, lid }: Contact): boolean {
  return areJidsSameUser(jid, isLidUser(jid) ? lid : id);
}

/** Converts the network's seconds. Clocks may be wrong: the time is between 1970 and now. */
function timeOf(seconds: number, now: Date): Date {
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : now.getTime();
  return new Date(Math.min(Math.max(milliseconds, 0), now.getTime()));
}
