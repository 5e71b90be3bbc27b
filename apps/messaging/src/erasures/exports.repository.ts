import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MediaReference } from '@chat/contracts/connector';
import { USER_KEY } from '../people/person.rules';
import type { FoundPerson } from './people-found.repository';

/** What fits into one reply, in bytes. */
const MAX_TEXTS = 2_000_000;

interface ExportedRow {
  id: number;
  record: Record<string, unknown>;
}

/** All data in the tables about a person. */
@Injectable()
export class ExportsRepository {
  constructor(private readonly dataSource: DataSource) {}

  conversations(accountId: number, ids: number[]): Promise<ExportedRow[]> {
    return this.dataSource.query(
      `SELECT id, to_jsonb(c) || jsonb_build_object('merged_ids', ARRAY(
         SELECT merged.id FROM messaging.merged_conversations merged
         WHERE merged.account_id = c.account_id AND merged.merged_into = c.id ORDER BY merged.id)) AS record
       FROM messaging.conversations c
       WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id`,
      [accountId, ids],
    );
  }

  /** Returns what the person told the provider last, under any of their keys. */
  async optOut(accountId: number, { keys }: FoundPerson): Promise<object | null> {
    const [row]: { record: object }[] = await this.dataSource.query(
      `SELECT to_jsonb(o) AS record FROM messaging.opt_outs o
       WHERE account_id = $1 AND canonical_phone = ANY ($2::text[]) ORDER BY changed_at DESC LIMIT 1`,
      [accountId, keys],
    );
    return row?.record ?? null;
  }

  /** Returns the names that business apps have for the person, who is no contact. */
  async appNames(accountId: number, { keys }: FoundPerson): Promise<object[]> {
    const rows: { record: object }[] = await this.dataSource.query(
      `SELECT to_jsonb(n) AS record FROM messaging.contact_names n
       WHERE account_id = $1 AND canonical_phone = ANY ($2::text[]) AND contact_id IS NULL`,
      [accountId, keys],
    );
    return rows.map(({ record }) => record);
  }

  /** Returns the person's edits and deletions that wait for their message, the newest first. */
  async changes(accountId: number, { keys }: FoundPerson): Promise<object[]> {
    const rows: { record: object }[] = await this.dataSource.query(
      `SELECT record FROM (
         SELECT to_jsonb(change) AS record, changed_at,
           sum(octet_length(coalesce(body, ''))) OVER (ORDER BY changed_at DESC, chat_message_id) AS size
         FROM messaging.message_changes AS change
         WHERE account_id = $1
           AND (canonical_phone = ANY ($2::text[]) OR '${USER_KEY}' || provider_user_id = ANY ($2::text[]))) AS found
       WHERE size <= ${MAX_TEXTS} ORDER BY changed_at DESC`,
      [accountId, keys],
    );
    return rows.map(({ record }) => record);
  }

  /** Returns messages of a conversation, oldest first, up to a few MiB. */
  messages(
    accountId: number,
    conversationId: number,
    { afterId, limit }: { afterId: number; limit: number },
  ): Promise<(ExportedRow & { media: MediaReference | null })[]> {
    return this.dataSource.query(
      `SELECT m.id, to_jsonb(m) AS record, coalesce(m.content->'media', m.content->'header_media') AS media
       FROM messaging.messages m
       WHERE m.account_id = $1 AND m.conversation_id = $2 AND m.id > $3 ORDER BY m.id LIMIT $4`,
      [accountId, conversationId, afterId, limit],
    );
  }
}
