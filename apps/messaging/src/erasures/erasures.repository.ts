import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { blobOf, hashOf } from '../messages/message-blob';
import { USER_KEY } from '../people/person.rules';

/** A hidden message. */
export interface ErasedMessage {
  id: number;
  channel_id: number;
  chat_message_id: string | null;
  connector: string;
  contact_phone: string | null;
  provider_user_id: string | null;
  blob: string | null;
  /** The hash of the bytes of its file. */
  sha256: string | null;
}

/** A hidden conversation, by the names under which other services may refer to it. */
export interface HiddenConversation {
  id: number;
  contact_phone: string | null;
  provider_user_id: string | null;
}

interface ErasureKey {
  accountId: number;
  erasureId: number;
}

/** Events are kept for 7 days, and dead letters for up to 30 more. */
const RECENT = `interval '38 days'`;

const BLOB = blobOf('m');

/** A condition: a conversation of the account ($1) is one of $2, or is moving into one of them. */
const IS_PART = `(id = ANY ($2::bigint[]) OR id = ANY (ARRAY(
        SELECT id FROM messaging.merged_conversations
        WHERE account_id = $1 AND merged_into = ANY ($2::bigint[]) AND is_moving)))`;

/** Conversations hidden for an erasure, until they are deleted. */
@Injectable()
export class ErasuresRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether a message of these conversations is being sent. Locks them until the transaction ends. */
  async lockAndFindSending(
    accountId: number,
    conversationIds: number[],
    manager: EntityManager,
  ): Promise<boolean> {
    const parts: { id: number }[] = await manager.query(
      `SELECT id FROM messaging.conversations WHERE account_id = $1 AND ${IS_PART} ORDER BY id FOR UPDATE`,
      [accountId, conversationIds],
    );
    const sending: unknown[] = await manager.query(
      `SELECT FROM messaging.messages
       WHERE status = 'sending' AND settle_at IS NOT NULL
         AND account_id = $1 AND conversation_id = ANY ($2::bigint[]) LIMIT 1`,
      [accountId, parts.map(({ id }) => id)],
    );
    return sending.length > 0;
  }

  /**
   * Removes the key by which messages find the conversations, so that new messages start another one. What is moving into
   * them is hidden with them.
   */
  async hide(
    { accountId, erasureId }: ErasureKey,
    conversationIds: number[],
    manager: EntityManager,
  ): Promise<number> {
    const [, hidden]: [unknown, number] = await manager.query(
      `UPDATE messaging.conversations SET erasure_id = $3, canonical_phone = 'erased:' || id
       WHERE account_id = $1 AND ${IS_PART} AND erasure_id IS NULL`,
      [accountId, conversationIds, erasureId],
    );
    return hidden;
  }

  /** The ids that hidden conversations had before they were merged. */
  async mergedIds({ accountId, erasureId }: ErasureKey): Promise<number[]> {
    const rows: { id: number }[] = await this.dataSource.query(
      `SELECT merged.id FROM messaging.conversations c
       JOIN messaging.merged_conversations merged ON merged.account_id = c.account_id AND merged.merged_into = c.id
       WHERE c.account_id = $1 AND c.erasure_id = $2 ORDER BY merged.id`,
      [accountId, erasureId],
    );
    return rows.map(({ id }) => id);
  }

  hidden({ accountId, erasureId }: ErasureKey): Promise<HiddenConversation[]> {
    return this.dataSource.query(
      `SELECT id, contact_phone, provider_user_id FROM messaging.conversations
       WHERE account_id = $1 AND erasure_id = $2 ORDER BY id`,
      [accountId, erasureId],
    );
  }

  /** Returns recent messages of hidden conversations after this one, by id. */
  recentMessages(
    { accountId, erasureId }: ErasureKey,
    afterId: number,
    limit: number,
  ): Promise<Pick<ErasedMessage, 'id' | 'chat_message_id'>[]> {
    return this.dataSource.query(
      `SELECT m.id, m.chat_message_id FROM messaging.conversations c
       JOIN messaging.messages m ON m.account_id = c.account_id AND m.conversation_id = c.id
       WHERE c.account_id = $1 AND c.erasure_id = $2 AND m.id > $3 AND m.created_at > now() - ${RECENT}
       ORDER BY m.id LIMIT $4`,
      [accountId, erasureId, afterId, limit],
    );
  }

  /** Returns a batch of messages of hidden conversations, with their media. */
  someMessages({ accountId, erasureId }: ErasureKey, limit: number): Promise<ErasedMessage[]> {
    return this.dataSource.query(
      `SELECT m.id, m.channel_id, m.chat_message_id, m.connector, c.contact_phone, c.provider_user_id,
         ${BLOB} AS blob, ${hashOf('m')} AS sha256
       FROM messaging.conversations c
       JOIN messaging.messages m ON m.account_id = c.account_id AND m.conversation_id = c.id
       WHERE c.account_id = $1 AND c.erasure_id = $2 LIMIT $3`,
      [accountId, erasureId, limit],
    );
  }

  /** Idempotency keys are kept for their 24 hours, without the response: a retry does not send again. */
  async deleteMessages(accountId: number, ids: number[], manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE messaging.idempotency_records SET result = NULL,
         status = coalesce(status, 404), state = 'done'
       WHERE account_id = $1 AND entity_id = ANY ($2::bigint[]) AND (
         SELECT max(created_at) > now() - interval '25 hours' FROM messaging.messages
         WHERE account_id = $1 AND id = ANY ($2::bigint[]))`,
      [accountId, ids],
    );
    await manager.query(`DELETE FROM messaging.messages WHERE account_id = $1 AND id = ANY ($2::bigint[])`, [
      accountId,
      ids,
    ]);
  }

  async deleteConversations({ accountId, erasureId }: ErasureKey, manager: EntityManager): Promise<void> {
    await manager.query(`DELETE FROM messaging.conversations WHERE account_id = $1 AND erasure_id = $2`, [
      accountId,
      erasureId,
    ]);
  }

  /** Deletes what is stored under the keys of a person outside conversations. A contact created meanwhile keeps its name. */
  async deleteNames(accountId: number, keys: string[], manager: EntityManager): Promise<void> {
    const values = [accountId, keys];
    await manager.query(
      `DELETE FROM messaging.contact_names
       WHERE account_id = $1 AND canonical_phone = ANY ($2::text[]) AND (name IS NULL OR contact_id IS NULL)`,
      values,
    );
    await manager.query(
      `DELETE FROM messaging.message_changes WHERE account_id = $1
         AND (canonical_phone = ANY ($2::text[]) OR '${USER_KEY}' || provider_user_id = ANY ($2::text[]))`,
      values,
    );
    await manager.query(
      `DELETE FROM messaging.opt_outs WHERE account_id = $1 AND canonical_phone = ANY ($2::text[])`,
      values,
    );
  }
}
