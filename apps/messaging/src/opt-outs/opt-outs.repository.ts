import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Writer } from '../people/people.repository';
import { keysOf, USER_KEY } from '../people/person.rules';
import { isKept } from '../visibility/visible';

/** A person's choice about marketing. */
export interface Preference extends Writer {
  optedOut: boolean;
  at: Date;
}

/**
 * The keys of a person ($3) of the account ($1): those that are given, and those by which their conversation on the
 * channel ($2) knows them.
 */
const KEYS = `
  SELECT DISTINCT key FROM (
    SELECT unnest($3::text[]) AS key
    UNION ALL
    SELECT unnest(ARRAY[canonical_phone, '${USER_KEY}' || provider_user_id]) FROM messaging.conversations
    WHERE account_id = $1 AND channel_id = $2 AND ${isKept('conversations')} AND (canonical_phone = ANY ($3) OR provider_user_id = ANY (
      SELECT substr(key, ${USER_KEY.length + 1}) FROM unnest($3) AS key WHERE key LIKE '${USER_KEY}%'))
  ) AS known WHERE key IS NOT NULL`;

/** Keeps choices by each key of a person: they may be known by number here and by the network's id there. */
@Injectable()
export class OptOutsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores a preference, unless a later one is known. */
  async learn({ optedOut, at, ...writer }: Preference, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO messaging.opt_outs AS known (account_id, canonical_phone, opted_out, changed_at)
       SELECT $1, key, $4, $5 FROM (${KEYS}) AS person ORDER BY key
       ON CONFLICT ON CONSTRAINT opt_outs_pkey DO UPDATE SET
         opted_out = excluded.opted_out, changed_at = excluded.changed_at
       WHERE known.changed_at <= excluded.changed_at`,
      [writer.accountId, writer.channelId, keysOf(writer), optedOut, at],
    );
  }

  /** Whether the person opted out with the provider, or the account did for the contact with their number. */
  async isOptedOut(writer: Writer): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH person AS (${KEYS})
       SELECT FROM messaging.opt_outs JOIN person ON key = canonical_phone WHERE account_id = $1 AND opted_out
       UNION ALL
       SELECT FROM messaging.contact_names JOIN person ON key = canonical_phone
       WHERE account_id = $1 AND marketing_opted_out`,
      [writer.accountId, writer.channelId, keysOf(writer)],
    );
    return rows.length > 0;
  }
}
