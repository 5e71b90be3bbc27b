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
import { answeredBy } from './references.rules';

/** Finds the number of an id, where it is known. */
export type PhoneOf = (lid: string) => Promise<string | null>;

const levels: Readonly<Record<string, Receipt['level']>> = {
  delivery: 'delivered',
  read: 'read',
  played: 'read',
};

/** A person's address, or that of one of their devices. A business may have one at the vendor, who calls it hosted. */
const PERSON = /^[1-9]\d{0,19}(?:_\d+)?(?::\d+)?@(?:s\.whatsapp\.net|lid|hosted|hosted\.lid)$/;

/** Whether a message is of a chat with one person: other chats are none of ours, and neither is what nobody can read. */
export function isPersonal(stanza: BinaryNode, { id, lid }: Contact): boolean {
  if (!PERSON.test(stanza.attrs.from ?? '')) return false;
  try {
    decodeMessageNode(stanza, id, lid ?? '');
    return true;
  } catch {
    return false;
  }
}

/** Who wrote a message and when, as the network tells before anybody has read it. */
export interface Writing {
  chatMessageId: string;
  /** How the network addresses the chat. */
  chat: string;
  /** The other person of the chat. */
  person: Person;
  /** Whether it was written on the phone itself. */
  isEcho: boolean;
  pushName: string | null;
  sentAt: Date;
}

interface Known {
  me: Contact;
  phoneOf: PhoneOf;
  now: Date;
}

/** @returns null for what is of no chat with a person. */
export async function readWriting(stanza: BinaryNode, { me, phoneOf, now }: Known): Promise<Writing | null> {
  if (!isPersonal(stanza, me) || stanza.attrs.category === 'peer') return null;
  const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid ?? '');
  const { remoteJid, remoteJidAlt, fromMe, id } = fullMessage.key;
  if (!remoteJid || !id || !PERSON.test(remoteJid)) return null;
  const chat = chatOf(remoteJid);
  return {
    chatMessageId: id,
    chat,
    person: await personOf([chat, chatOf(remoteJidAlt ?? '')], phoneOf),
    isEcho: fromMe ?? false,
    pushName: fullMessage.pushName ?? null,
    sentAt: timeOf(Number(fullMessage.messageTimestamp), now),
  };
}

/** Reads what was decrypted: nothing for what nobody wrote, many for what the phone tells again. */
export async function readMessages(
  stanza: BinaryNode,
  bytes: Uint8Array,
  known: Known & { unread: (id: string, person: Person) => Writing | null },
): Promise<Arrival[]> {
  const decoded = proto.Message.decode(unpadRandomMax16(bytes));
  if (stanza.attrs.category === 'peer')
    return isSame(stanza.attrs.from ?? '', known.me) ? readResent(decoded, known) : [];
  const writing = await readWriting(stanza, known);
  return writing ? arrivalOf(writing, decoded.deviceSentMessage?.message ?? decoded) : [];
}

/** Reads the messages that the phone tells again, because this device could not read them. */
async function readResent(
  { protocolMessage }: proto.IMessage,
  { phoneOf, now, unread }: Known & { unread: (id: string, person: Person) => Writing | null },
): Promise<Arrival[]> {
  const results = protocolMessage?.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? [];
  const arrivals = results.map(async ({ placeholderMessageResendResponse: resent }) => {
    if (!resent?.webMessageInfoBytes) return [];
    const info = proto.WebMessageInfo.decode(resent.webMessageInfoBytes);
    const { remoteJid, id, fromMe } = info.key ?? {};
    if (!id || !info.message || !PERSON.test(remoteJid ?? '')) return [];
    const chat = chatOf(remoteJid!);
    const writing: Writing = {
      chatMessageId: id,
      chat,
      person: await personOf([chat], phoneOf),
      isEcho: fromMe ?? false,
      pushName: info.pushName ?? null,
      sentAt: timeOf(Number(info.messageTimestamp), now),
    };
    return arrivalOf(unread(id, writing.person) ?? writing, info.message);
  });
  return (await Promise.all(arrivals)).flat();
}

function arrivalOf(writing: Writing, message: proto.IMessage): Arrival[] {
  const { chatMessageId, chat, person, isEcho, pushName, sentAt } = writing;
  const content = toContent(message, { id: chatMessageId, chat });
  if (!content) return [];
  const repliesTo = answeredBy(message);
  return isEcho
    ? [{ type: 'echo', chatMessageId, to: person, content, repliesTo, sentAt }]
    : [{ type: 'message', chatMessageId, from: person, pushName, content, repliesTo, sentAt }];
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

/** Returns the address of a person, of whichever of their devices this is. */
function chatOf(jid: string): string {
  return jidNormalizedUser(jid)
    .replace(/@hosted$/, '@s.whatsapp.net')
    .replace(/@hosted\.lid$/, '@lid');
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
