import { Injectable } from '@nestjs/common';
import type { ExportedConversations, ExportedMessages, ExportMessages } from '@chat/contracts/messaging';
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

  async conversations(accountId: number, phone: string): Promise<ExportedConversations> {
    const ids = await this.people.conversationsWith(accountId, phone);
    const [conversations, changes, optOut, contact_ids] = await Promise.all([
      this.exports.conversations(accountId, ids),
      this.exports.changes(accountId, phone, ids),
      this.exports.optOut(accountId, phone, ids),
      this.people.contactsWith(accountId, phone),
    ]);
    return { conversations, changes, opt_out: optOut, contact_ids };
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
