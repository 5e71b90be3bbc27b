import { Readable } from 'node:stream';
import type { PhoneBook } from '../../network/phone-book';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { CallbacksRepository, NewCallback } from '../callbacks/callbacks.repository';
import type { DataUri } from '../control/data-uri';
import { mediaLivesMs, type MediaRepository } from '../media/media.repository';
import type { CloudMessageRow, CloudMessagesRepository } from '../messages/cloud-messages.repository';
import { toStatus } from '../messages/statuses.rules';
import { userIdOf } from '../messages/user-id';
import { toMetadata } from '../numbers/numbers.mapper';
import type { CloudNumber, NumbersRepository } from '../numbers/numbers.repository';
import { waIdOf } from '../wa-id';
import { newWamid } from '../wamid';
import { toCloudSend, toPhoneMessage } from './cloud-people.mapper';
import { toInbound, toMember, type InboundMedia } from './inbound.rules';
import { toAnswer } from './press.rules';
import { readWrittenMessage, silentTypes, type WrittenMessage } from './written-message';

export interface PeopleParts {
  numbers: NumbersRepository;
  messages: CloudMessagesRepository;
  media: MediaRepository;
  callbacks: CallbacksRepository;
  sender: CallbackSender;
  phones: PhoneBook;
}

/** The actions of people on the provider's cloud. They are the same people as on the phones' own network. */
export class CloudPeople {
  constructor(private readonly parts: PeopleParts) {}

  /** The person writes to a business number. @returns the message's id; null when `to` is not a business number. */
  async write(digits: string, body: unknown): Promise<string | null> {
    const number = await this.numberNamedIn(body);
    if (!number) return null;
    const written = readWrittenMessage(body);
    const waId = waIdOf(this.parts.phones, digits);
    const { name, hidden: isHidden } = await this.parts.phones.mention(digits);
    const wamid = newWamid(waId, 'in');
    const at = written.sentAt ?? new Date();
    const userId = written.userId ?? userIdOf(number.account_id, waId);
    const media = await this.keep(number, written);
    const original = await this.originalOf(number, written);
    const facts = {
      wamid,
      waId,
      userId,
      profileName: name,
      at: at.getTime(),
      businessDigits: number.digits,
      media,
      original,
      hidesNumber: written.hidesNumber ?? isHidden,
    };
    await this.parts.messages.inTransaction(async (manager) => {
      // The person wrote nothing, so it opens no window.
      const openedAt = silentTypes.includes(written.content.type) ? null : at;
      await this.parts.messages.openWindow({ numberId: number.id, waId, userId, at: openedAt }, manager);
      await this.parts.messages.insert(
        {
          wamid,
          numberId: number.id,
          waId,
          direction: 'in',
          reference: null,
          callbackData: null,
          content: toMember(written.content, facts),
          mediaId: media?.id ?? null,
          failure: null,
          sentAt: at,
        },
        manager,
      );
      await this.parts.callbacks.add([messagesCallback(number, toInbound(written, facts))], manager);
    });
    this.parts.sender.wake();
    return wamid;
  }

  /**
   * The person presses a button of a message, or chooses a row of its list.
   * @returns the answer's id; null when the person has no such message, or it no such button.
   */
  async press(digits: string, wamid: string, choice: string): Promise<string | null> {
    const row = await this.parts.messages.findForPerson(waIdOf(this.parts.phones, digits), wamid);
    const interactive = row?.direction === 'out' && toAnswer(row.content, choice);
    if (!interactive) return null;
    return this.write(digits, { to: row.digits, type: 'interactive', interactive, reply_to: wamid });
  }

  /**
   * The person opens the chat with a number. @returns how many messages became read; null when it is not a business
   * number.
   */
  async read(digits: string, from: string): Promise<number | null> {
    const number = await this.parts.numbers.findByDigits(from);
    if (!number) return null;
    const waId = waIdOf(this.parts.phones, digits);
    const count = await this.parts.messages.inTransaction(async (manager) => {
      const read = await this.parts.messages.readByPerson(number.id, waId, manager);
      const sent = read.filter(({ direction }) => direction === 'out');
      await this.parts.callbacks.add(
        sent.map((row) => messagesCallback(number, { statuses: [readStatus(number, row)] })),
        manager,
      );
      return read.length;
    });
    this.parts.sender.wake();
    return count;
  }

  /** The person stops or resumes marketing messages; every business that knows the person is notified. */
  async changePreference(digits: string, marketing: 'on' | 'stop'): Promise<void> {
    const waId = waIdOf(this.parts.phones, digits);
    // Sends look the preference up by the canonical number.
    if (waId !== digits) await this.parts.phones.put(waId, { marketing });
    const callbacks: NewCallback[] = [];
    for (const numberId of await this.parts.messages.numbersOf(waId)) {
      const number = await this.parts.numbers.find(numberId);
      if (number) callbacks.push(preferenceCallback(number, waId, marketing));
    }
    await this.parts.sender.add(callbacks);
  }

  async received(digits: string, limit: number): Promise<({ sent_at: string } & object)[]> {
    return (await this.parts.messages.received(waIdOf(this.parts.phones, digits), limit)).map(toPhoneMessage);
  }

  async chats(digits: string, limit: number): Promise<({ sent_at: string } & object)[]> {
    return (await this.parts.messages.chats(waIdOf(this.parts.phones, digits), limit)).map(toPhoneMessage);
  }

  async sends(reference: string | null): Promise<({ accepted_at: string } & object)[]> {
    return (await this.parts.messages.sends(reference)).map(toCloudSend);
  }

  /** The bytes of a message that the person has. */
  async mediaOf(digits: string, wamid: string): Promise<{ mimeType: string; bytes: Readable } | null> {
    const row = await this.parts.messages.findForPerson(waIdOf(this.parts.phones, digits), wamid);
    if (!row?.media_id || row.mime_type === null) return null;
    return { mimeType: row.mime_type, bytes: this.parts.media.read(row.media_id) };
  }

  /** The content of the message that is edited. */
  private async originalOf(
    number: CloudNumber,
    { content }: WrittenMessage,
  ): Promise<CloudMessageRow['content'] | null> {
    if (content.type !== 'edit') return null;
    return (await this.parts.messages.find(number.id, content.message_id))?.content ?? null;
  }

  private async numberNamedIn(body: unknown): Promise<CloudNumber | null> {
    const to = (body as { to?: unknown } | null)?.to;
    return typeof to === 'string' && /^\d{5,15}$/.test(to) ? this.parts.numbers.findByDigits(to) : null;
  }

  private async keep(number: CloudNumber, { content }: WrittenMessage): Promise<InboundMedia | null> {
    if (!('media' in content)) return null;
    const { mimeType, bytes }: DataUri = content.media;
    const file = {
      accountId: number.account_id,
      numberId: number.id,
      mimeType,
      filename: content.type === 'document' ? (content.filename ?? null) : null,
      livesMs: mediaLivesMs.inbound,
    };
    return { mimeType, ...(await this.parts.media.keep(file, bytes)) };
  }
}

function messagesCallback(number: CloudNumber, members: object): NewCallback {
  return {
    accountId: number.account_id,
    numberId: number.id,
    field: 'messages',
    value: { messaging_product: 'whatsapp', metadata: toMetadata(number), ...members },
  };
}

function readStatus(number: CloudNumber, row: CloudMessageRow): object {
  return toStatus({
    status: 'read',
    wamid: row.wamid,
    waId: row.wa_id,
    userId: userIdOf(number.account_id, row.wa_id),
    reference: row.callback_data,
    at: Date.now(),
    category: 'service',
    isBillable: false,
  });
}

function preferenceCallback(number: CloudNumber, waId: string, marketing: 'on' | 'stop'): NewCallback {
  const value = marketing === 'stop' ? 'stop' : 'resume';
  return {
    accountId: number.account_id,
    numberId: number.id,
    field: 'user_preferences',
    value: {
      messaging_product: 'whatsapp',
      metadata: toMetadata(number),
      contacts: [{ wa_id: waId, user_id: userIdOf(number.account_id, waId) }],
      user_preferences: [
        {
          wa_id: waId,
          category: 'marketing_messages',
          value,
          detail: `User requested to ${value} marketing messages`,
          timestamp: Math.floor(Date.now() / 1000),
        },
      ],
    },
  };
}
