import { Injectable } from '@nestjs/common';
import type {
  ExportedConversations,
  ExportedMessages,
  ExportMessages,
  PersonRef,
} from '@chat/contracts/messaging';
import { readPersonRef } from '../people/person.rules';
import { ExportsRepository } from './exports.repository';
import { PeopleFoundRepository } from './people-found.repository';

/** This many messages with the longest texts fit into one reply. */
const BATCH_SIZE = 16;

/** Returns the data of conversations with a person, batch by batch. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly people: PeopleFoundRepository,
    private readonly exports: ExportsRepository,
  ) {}

  /** The person's contacts and the other tables are read by every name that the conversations know them by. */
  async conversations(accountId: number, ref: PersonRef): Promise<ExportedConversations> {
    const person = await this.people.find(accountId, readPersonRef(ref));
    const [conversations, changes, app_names, optOut, contact_ids] = await Promise.all([
      this.exports.conversations(accountId, person.ids),
      this.exports.changes(accountId, person),
      this.exports.appNames(accountId, person),
      this.exports.optOut(accountId, person),
      this.people.contactsWith(accountId, person),
    ]);
    return { conversations, changes, app_names, opt_out: optOut, contact_ids };
  }

  async messages(
    accountId: number,
    { conversation_id: conversationId, after_id: afterId }: ExportMessages,
  ): Promise<ExportedMessages> {
    const rows = await this.exports.messages(accountId, conversationId, { afterId, limit: BATCH_SIZE });
    const messages = rows.map(({ id, record, media }) => ({
      id,
      record,
      ...(media && {
        media: { blob: media.blob, filename: media.filename, mime_type: media.mime_type },
      }),
    }));
    return { messages, last_id: rows.length === BATCH_SIZE ? rows.at(-1)!.id : null };
  }
}
