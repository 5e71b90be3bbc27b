import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MediaReference } from '@chat/contracts/connector';
import { canonicalPhone } from '@chat/phone-numbers';

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
      `SELECT id, to_jsonb(c) AS record FROM messaging.conversations c
       WHERE account_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id`,
      [accountId, ids],
    );
  }

  async optOut(accountId: number, phone: string): Promise<object | null> {
    const [row]: { record: object }[] = await this.dataSource.query(
      `SELECT to_jsonb(o) AS record FROM messaging.opt_outs o WHERE account_id = $1 AND canonical_phone = $2`,
      [accountId, canonicalPhone(phone)],
    );
    return row?.record ?? null;
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
