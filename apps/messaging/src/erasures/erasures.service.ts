import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  GatheredErased,
  GatherErased,
  HiddenPerson,
  HidePerson,
  PurgedPerson,
} from '@chat/contracts/messaging';
import { phoneVariants } from '@chat/phone-numbers';
import { BlobsService } from '../media/blobs.service';
import { ConnectorClient } from '../sending/connector.client';
import { keysOf, readPersonRef } from '../people/person.rules';
import { UploadedMediaRepository } from '../uploaded-media/uploaded-media.repository';
import { ErasuresRepository, type ErasedMessage } from './erasures.repository';
import { PeopleFoundRepository } from './people-found.repository';

/** Each message may have a file to delete, which is a call to the store. */
const PURGE_BATCH = 100;
const GATHER_BATCH = 5_000;

/**
 * Erases the conversations with a person. They are first hidden, all at once, and lose their key; then other services
 * erase their related data; then they are deleted in batches. The hidden rows themselves show what remains to be done.
 */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: PeopleFoundRepository,
    private readonly erasures: ErasuresRepository,
    private readonly blobs: BlobsService,
    private readonly uploaded: UploadedMediaRepository,
    private readonly connectors: ConnectorClient,
  ) {}

  /**
   * Nothing is hidden while a message to the person is being sent, because its outcome belongs to the conversation, nor if
   * conversations merged before they were locked: the one that survives would be left.
   * Everything that identifies the person is kept until the purge, so that a retry returns the same contacts.
   */
  async hide(accountId: number, { erasure_id: erasureId, ...ref }: HidePerson): Promise<HiddenPerson> {
    const asked = readPersonRef(ref);
    const person = await this.people.find(accountId, asked);
    const { ids: found } = person;
    const contact_ids = await this.people.contactsWith(accountId, person);
    return this.dataSource.transaction(async (manager) => {
      const isSending = await this.erasures.lockAndFindSending(accountId, found, manager);
      const { ids: now } = await this.people.find(accountId, asked, manager);
      if (isSending || now.some((id) => !found.includes(id))) {
        return { is_busy: true, conversations: 0, contact_ids };
      }
      const conversations = await this.erasures.hide({ accountId, erasureId }, found, manager);
      return { is_busy: false, conversations, contact_ids };
    });
  }

  async gather(
    accountId: number,
    { erasure_id: erasureId, after_id: afterId }: GatherErased,
  ): Promise<GatheredErased> {
    const key = { accountId, erasureId };
    const [hidden, mergedIds, messages] = await Promise.all([
      this.erasures.hidden(key),
      this.erasures.mergedIds(key),
      this.erasures.recentMessages(key, afterId, GATHER_BATCH),
    ]);
    const names = hidden.flatMap(({ contact_phone: phone, provider_user_id: userId }) => [
      ...(phone === null ? [] : phoneVariants(phone)),
      ...(userId === null ? [] : [userId]),
    ]);
    return {
      names: [...new Set(names)],
      phones: [...new Set(hidden.flatMap(({ contact_phone: phone }) => phone ?? []))],
      conversation_ids: [...new Set([...hidden.map(({ id }) => id), ...mergedIds])],
      chat_message_ids: messages.flatMap(({ chat_message_id: id }) => id ?? []),
      last_id: messages.length === GATHER_BATCH ? messages.at(-1)!.id : null,
    };
  }

  /** Deletes one batch. A crash only repeats the batch. */
  async purge(accountId: number, { erasure_id: erasureId, ...ref }: HidePerson): Promise<PurgedPerson> {
    const key = { accountId, erasureId };
    const messages = await this.erasures.someMessages(key, PURGE_BATCH);
    if (messages.length === 0) {
      const hidden = await this.erasures.hidden(key);
      const people = hidden.map((row) => ({
        phone: row.contact_phone,
        providerUserId: row.provider_user_id,
      }));
      const keys = [readPersonRef(ref), ...people].flatMap(keysOf);
      await this.dataSource.transaction(async (manager) => {
        await this.erasures.deleteNames(accountId, [...new Set(keys)], manager);
        await this.erasures.deleteConversations(key, manager);
      });
      return { messages: 0, media: 0, is_done: true };
    }
    await this.forgetAtConnectors(accountId, messages);
    const media = await this.dataSource.transaction(async (manager) => {
      const blobs = messages.flatMap(({ channel_id: channelId, blob }) =>
        blob === null ? [] : [{ accountId, channelId, blob }],
      );
      const deleted = await this.blobs.delete(blobs, manager);
      const hashes = messages.flatMap(({ sha256 }) => sha256 ?? []);
      await this.uploaded.end(accountId, [...new Set(hashes)], manager);
      await this.erasures.deleteMessages(
        accountId,
        messages.map(({ id }) => id),
        manager,
      );
      return deleted;
    });
    return { messages: messages.length, media, is_done: false };
  }

  private async forgetAtConnectors(accountId: number, messages: ErasedMessage[]): Promise<void> {
    for (const connector of new Set(messages.map((message) => message.connector))) {
      const own = messages.filter((message) => message.connector === connector);
      const phones = own.flatMap(({ contact_phone: phone }) => (phone === null ? [] : phoneVariants(phone)));
      await this.connectors.forget(this.connectors.find(connector), accountId, {
        phones: [...new Set(phones)],
        user_ids: [...new Set(own.flatMap(({ provider_user_id: id }) => id ?? []))],
        messages: own.map(({ id: message_id, channel_id, chat_message_id }) => ({
          message_id,
          channel_id,
          chat_message_id,
        })),
      });
    }
  }
}
