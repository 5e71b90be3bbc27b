import { randomBytes } from 'node:crypto';
import {
  aesEncryptGCM,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  hkdf,
  proto,
  type BinaryNode,
} from '@whiskeysockets/baileys';
import { addressesOf } from './addresses';
import type { Directory } from './directory';
import { historyOf } from './history';
import { bundleNodes, bytesNode, bytesOf } from './key-bundle';
import type { LinkedDevice } from './linked-device';
import type { MediaHost } from './media-host';
import type { Phone } from './phone';
import type { Envelope, PrimaryDevice } from './primary-device';
import { ackOf, seconds } from './stanzas';

/** What happens to a message that a device sends, by the message's id. */
export type Fate =
  | { kind: 'refused'; code: number }
  /** It is delivered, and the sender is told nothing. */
  | { kind: 'no_answer' }
  /** It is delivered, and the sender's connection breaks. */
  | { kind: 'broken' }
  /** It is delivered, and the sender is told later. */
  | { kind: 'slow'; delayMs: number }
  /** It is accepted, and refused afterwards. */
  | { kind: 'failed_later'; code: number };

/** The connection that a message came over. */
export interface SenderLine {
  send(stanza: BinaryNode): void;
  break(): void;
}

/** A message that a phone wrote. */
export interface Letter {
  id: string;
  from: Phone;
  to: Phone;
  message: proto.IMessage;
  isDelivered: boolean;
  isRead: boolean;
  /** The phone has its media no more. */
  hasLostMedia: boolean;
}

const NOT_FOUND = 404;
/** The sender may not start new chats. */
const RESTRICTED = 463;
const { SUCCESS, NOT_FOUND: NO_MEDIA } = proto.MediaRetryNotification.ResultType;

/** Carries messages and receipts between linked devices and phones. */
export class PostOffice {
  /** What happens to messages of devices, by id. */
  readonly fates = new Map<string, Fate>();
  readonly letters = new Map<string, Letter>();
  /** Who types to whom: the number, and the address. */
  readonly typing = new Set<string>();

  constructor(
    private readonly directory: Directory,
    private readonly media: MediaHost,
  ) {}

  /** Sends a message from one phone to another, and to all devices of both. @returns its id. */
  async write(from: Phone, to: Phone, message: proto.IMessage, at = new Date()): Promise<string> {
    const id = newId();
    const letter = { id, from, to, message, isDelivered: false, isRead: false, hasLostMedia: false };
    this.letters.set(id, letter);
    meet(from, to);
    to.messages.push({ id, from, message, at });
    for (const device of to.devices.values()) await this.sendTo(device, letter, at);
    const echo = { deviceSentMessage: { destinationJid: to.jid, message } };
    for (const device of from.devices.values()) await this.sendTo(device, { ...letter, message: echo }, at);
    return id;
  }

  /**
   * The same, but devices get nothing to read: only that there is a message.
   * @param type why; null if the phone may tell them.
   */
  writeUnavailable(from: Phone, to: Phone, message: proto.IMessage, type: string | null): string {
    const id = newId();
    this.letters.set(id, { id, from, to, message, isDelivered: false, isRead: false, hasLostMedia: false });
    meet(from, to);
    for (const device of to.devices.values())
      device.deliver({
        tag: 'message',
        attrs: { ...addressesOf(null, from), id, t: seconds(), type: 'text', notify: from.name },
        content: [{ tag: 'unavailable', attrs: { ...(type !== null && { type }) } }],
      });
    return id;
  }

  /** The same to the devices alone, but with bytes that need not be a message. */
  async writeBytes(from: Phone, to: Phone, bytes: Uint8Array): Promise<string> {
    const id = newId();
    for (const device of to.devices.values()) {
      const { type, ciphertext } = await this.encryptWith(from, device, (primary, address) =>
        primary.encryptBytes(address, bytes),
      );
      device.deliver({
        tag: 'message',
        attrs: { ...addressesOf(null, from), id, t: seconds(), type: 'text', notify: from.name },
        content: [{ tag: 'enc', attrs: { v: '2', type }, content: ciphertext }],
      });
    }
    return id;
  }

  /** The network delivers a message again, which its writer has encrypted anew. */
  async deliverAgain(id: string): Promise<void> {
    const letter = this.letters.get(id)!;
    for (const device of letter.to.devices.values()) await this.sendTo(device, letter, new Date(), 1);
  }

  /** The phone tells its own devices something, as its programs do. @returns the ids. */
  async tellDevices(phone: Phone, message: proto.IMessage): Promise<string[]> {
    const ids: string[] = [];
    for (const device of phone.devices.values()) {
      const id = newId();
      ids.push(id);
      const { type, ciphertext } = await this.encrypt(phone, device, message);
      device.deliver({
        tag: 'message',
        attrs: { from: phone.jid, id, t: seconds(), type: 'text', category: 'peer' },
        content: [{ tag: 'enc', attrs: { v: '2', type }, content: ciphertext }],
      });
    }
    return ids;
  }

  /** A phone that was just linked offers its devices what it has of former chats. @returns where that is. */
  async offerHistory(
    phone: Phone,
    messages: number,
    syncType: proto.HistorySync.HistorySyncType,
  ): Promise<string> {
    const stored = await this.media.store('md-msg-hist', historyOf(messages, syncType));
    const { directPath, mediaKey, fileSha256, fileEncSha256, fileLength } = stored;
    await this.tellDevices(phone, {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          ...{ directPath, mediaKey, fileSha256, fileEncSha256, fileLength, syncType, chunkOrder: 1 },
        },
      },
    });
    return directPath;
  }

  /** The phone could not read a message of a device after all, and asks for it again. */
  async failToRead(phone: Phone, id: string): Promise<void> {
    const at = phone.messages.findIndex((message) => message.id === id);
    const [message] = phone.messages.splice(at, 1);
    if (at < 0 || !message) throw new Error('The phone has not received this message.');
    for (const device of message.from.devices.values()) await this.askAgain(phone, device, id);
  }

  /** The owner of the phone opens the chat, so that the sender learns that all of it was read. */
  read(phone: Phone, from: Phone): void {
    const ids = phone.messages.filter((message) => message.from === from).map(({ id }) => id);
    if (ids.length === 0) return;
    for (const device of from.devices.values()) device.deliver(receiptOf(phone, ids, { type: 'read' }));
  }

  /** Handles a message of a device. */
  async take(sender: LinkedDevice, line: SenderLine, stanza: BinaryNode): Promise<void> {
    const id = stanza.attrs.id ?? '';
    const to = this.directory.find(stanza.attrs.to ?? '');
    const fate = this.fates.get(id);
    const refusal = to ? refusalOf(sender.owner, to, fate) : NOT_FOUND;
    if (refusal !== null) return line.send(ackOf(stanza, refusal));

    meet(sender.owner, to!);
    switch (fate?.kind) {
      case 'no_answer':
        break;
      case 'broken':
        line.break();
        break;
      case 'slow':
        setTimeout(() => line.send(ackOf(stanza)), fate.delayMs).unref();
        break;
      case 'failed_later':
        line.send(ackOf(stanza));
        line.send(ackOf(stanza, fate.code));
        return;
      default:
        line.send(ackOf(stanza));
    }
    for (const { jid, envelope } of envelopesOf(stanza)) await this.hand(sender, stanza, jid, envelope);
  }

  /** Handles a receipt of a device. */
  async takeReceipt(device: LinkedDevice, stanza: BinaryNode): Promise<void> {
    const { id = '', type } = stanza.attrs;
    const items = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'list'), 'item');
    const ids = [id, ...items.map(({ attrs }) => attrs.id ?? '')];
    if (type === 'retry') return this.sendAgain(device, id);
    if (type === 'server-error') return this.renewMedia(device, stanza);
    for (const each of ids) {
      const letter = this.letters.get(each);
      if (type === 'read' && letter) letter.isRead = true;
      if (type?.startsWith('read')) continue;
      device.confirm('message', each);
      if (letter?.to === device.owner) letter.isDelivered = true;
    }
  }

  /** Encrypts a letter for a device and delivers it. */
  private async sendTo(device: LinkedDevice, letter: Letter, at: Date, attempt = 0): Promise<void> {
    const { id, from, to, message } = letter;
    const { type, ciphertext } = await this.encrypt(from, device, message, attempt > 0);
    const enc = { v: '2', type, ...(attempt > 0 && { count: String(attempt) }) };
    device.deliver({
      tag: 'message',
      attrs: {
        ...addressesOf(device.owner === from ? to : null, from),
        id,
        t: seconds(at),
        type: 'text',
        notify: from.name,
      },
      content: [{ tag: 'enc', attrs: enc, content: ciphertext }],
    });
  }

  private encrypt(
    from: Phone,
    device: LinkedDevice,
    message: proto.IMessage,
    anew = false,
  ): Promise<Envelope> {
    return this.encryptWith(from, device, (primary, address) => primary.encrypt(address, message), anew);
  }

  private encryptWith(
    from: Phone,
    device: LinkedDevice,
    encrypt: (primary: PrimaryDevice, address: string) => Promise<Envelope>,
    anew = false,
  ): Promise<Envelope> {
    return from.inTurn(async () => {
      const { primary } = from;
      if (anew || !(await primary.hasSession(device.lid)))
        await primary.beginSession(device.lid, device.bundle());
      return encrypt(primary, device.lid);
    });
  }

  /** Hands an envelope to the phone or device that it is for. */
  private async hand(
    sender: LinkedDevice,
    stanza: BinaryNode,
    jid: string,
    envelope: Envelope,
  ): Promise<void> {
    const phone = this.directory.find(jid);
    const device = this.directory.findDevice(jid);
    const { id = '', to = '' } = stanza.attrs;
    if (device)
      device.deliver({
        tag: 'message',
        attrs: { from: sender.jid, id, t: seconds(), type: 'text' },
        content: [{ tag: 'enc', attrs: { v: '2', type: envelope.type }, content: envelope.ciphertext }],
      });
    else if (phone) await this.receive(phone, sender, { id, to }, envelope);
  }

  private async receive(
    phone: Phone,
    sender: LinkedDevice,
    { id, to }: { id: string; to: string },
    envelope: Envelope,
  ): Promise<void> {
    let message: proto.IMessage;
    try {
      message = await phone.inTurn(() => phone.primary.decrypt(sender.lid, envelope));
    } catch {
      phone.unreadable.add(id);
      phone.failures.push(id);
      return this.askAgain(phone, sender, id);
    }
    phone.unreadable.delete(id);
    if (phone === sender.owner)
      return this.answerDevice(phone, message.deviceSentMessage?.message ?? message);
    phone.messages.push({ id, from: sender.owner, message, at: new Date() });
    for (const device of sender.owner.devices.values()) device.deliver(receiptOf(phone, [id], {}, to));
  }

  /** A device asks its own phone for messages that it could not read. */
  private async answerDevice(phone: Phone, { protocolMessage }: proto.IMessage): Promise<void> {
    const wanted = protocolMessage?.peerDataOperationRequestMessage?.placeholderMessageResendRequest ?? [];
    const letters = wanted.flatMap(({ messageKey }) => this.letters.get(messageKey?.id ?? '') ?? []);
    if (letters.length === 0 || !phone.answersDevices) return;
    const peerDataOperationResult = letters.map(({ id, from, message }) => ({
      placeholderMessageResendResponse: {
        webMessageInfoBytes: proto.WebMessageInfo.encode({
          key: { remoteJid: from.jid, fromMe: from === phone, id },
          message,
          messageTimestamp: Math.floor(Date.now() / 1000),
        }).finish(),
      },
    }));
    await this.tellDevices(phone, {
      protocolMessage: {
        type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage: { peerDataOperationResult },
      },
    });
  }

  /** The phone cannot read a message, and says with which keys it could. */
  private async askAgain(phone: Phone, sender: LinkedDevice, id: string): Promise<void> {
    const [registration, ...keys] = bundleNodes(await phone.primary.bundle());
    const receipt = receiptOf(phone, [id], { type: 'retry' });
    const retry = { tag: 'retry', attrs: { count: '1', id, t: seconds(), v: '1' } };
    sender.deliver({
      ...receipt,
      content: [retry, registration!, { tag: 'keys', attrs: {}, content: keys }],
    });
  }

  /** A device cannot read a message: its writer encrypts it again, in a new session. */
  private async sendAgain(device: LinkedDevice, id: string): Promise<void> {
    const letter = this.letters.get(id);
    if (!letter) return;
    device.confirm('message', id);
    await this.sendTo(device, letter, new Date(), 1);
  }

  /** A device wants media again that expired: the phone stores it anew, if it still has it. */
  private renewMedia(device: LinkedDevice, stanza: BinaryNode): void {
    const id = stanza.attrs.id ?? '';
    const letter = this.letters.get(id);
    const media = letter && mediaOf(letter.message);
    if (!media?.mediaKey || !media.directPath) return;
    const found = !letter!.hasLostMedia && this.media.has(media.directPath);
    const answer = proto.MediaRetryNotification.encode({
      stanzaId: id,
      result: found ? SUCCESS : NO_MEDIA,
      ...(found && { directPath: this.media.renew(media.directPath) }),
    }).finish();
    const key = hkdf(media.mediaKey, 32, { info: 'WhatsApp Media Retry Notification' });
    const iv = randomBytes(12);
    const sealed = aesEncryptGCM(answer, key, iv, Buffer.from(id));
    const rmr = getBinaryNodeChild(stanza, 'rmr')!;
    device.deliver({
      tag: 'notification',
      attrs: { from: device.owner.jid, id, type: 'mediaretry', t: seconds() },
      content: [
        { tag: 'encrypt', attrs: {}, content: [bytesNode('enc_p', sealed), bytesNode('enc_iv', iv)] },
        { tag: 'rmr', attrs: { ...rmr.attrs } },
      ],
    });
  }
}

function meet(one: Phone, other: Phone): void {
  one.contacts.add(other);
  other.contacts.add(one);
}

function refusalOf(from: Phone, to: Phone, fate?: Fate): number | null {
  if (fate?.kind === 'refused') return fate.code;
  return from.restrictedUntil && from !== to && !from.contacts.has(to) ? RESTRICTED : null;
}

/** Returns the envelopes of a message: one for each device, or one for the device that it is addressed to. */
function envelopesOf(stanza: BinaryNode): { jid: string; envelope: Envelope }[] {
  const one = getBinaryNodeChild(stanza, 'enc');
  const many = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'participants'), 'to');
  const open = (jid: string, holder: BinaryNode) => ({
    jid,
    envelope: {
      type: getBinaryNodeChild(holder, 'enc')!.attrs.type as Envelope['type'],
      ciphertext: bytesOf(holder, 'enc'),
    },
  });
  return one ? [open(stanza.attrs.to ?? '', stanza)] : many.map((each) => open(each.attrs.jid ?? '', each));
}

/** @param to how the device addressed the message; as the phone is known, unless given. */
function receiptOf(phone: Phone, ids: string[], attrs: Record<string, string>, to?: string): BinaryNode {
  const [id = '', ...more] = ids;
  const items = more.map((each) => ({ tag: 'item', attrs: { id: each } }));
  return {
    tag: 'receipt',
    attrs: { from: to ?? (phone.hidesNumber ? phone.lid : phone.jid), id, t: seconds(), ...attrs },
    ...(items.length > 0 && { content: [{ tag: 'list', attrs: {}, content: items }] }),
  };
}

function newId(): string {
  return `3A${randomBytes(9).toString('hex').toUpperCase()}`;
}

/** Returns how a message of a device is encrypted for this person: `pkmsg` begins a session. */
export function typesFor(person: Phone, stanza: BinaryNode): string[] {
  return getBinaryNodeChildren(getBinaryNodeChild(stanza, 'participants'), 'to')
    .filter(({ attrs }) => [person.jid, person.lid].includes(attrs.jid ?? ''))
    .map((each) => getBinaryNodeChild(each, 'enc')!.attrs.type!);
}

/** Returns the part of a message that names media. */
export function mediaOf(
  message: proto.IMessage,
): { mediaKey?: Uint8Array | null; directPath?: string | null } | null {
  const parts = Object.values(message) as ({ mediaKey?: Uint8Array } | null | undefined)[];
  return parts.find((part) => part?.mediaKey) ?? null;
}
