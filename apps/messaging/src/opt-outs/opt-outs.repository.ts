import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { canonicalPhone } from '@chat/phone-numbers';
import type { Writer } from '../people/people.repository';
import { keysOf, USER_KEY, type Person } from '../people/person.rules';
import { isKept } from '../visibility/visible';

/** A person's choice about marketing. */
export interface Preference extends Writer {
  optedOut: boolean;
  at: Date;
}

/** What is stored of a person's choice under one key. */
export interface Choice {
  key: string;
  optedOut: boolean;
  at: Date;
}

/**
 * The keys of a person of the account ($1): those that are given (number $3, network's id $4), and those by which their
 * conversations on the channel ($2) know them. Each branch reads an index of its own.
 */
const KEYS = `
  WITH given AS (SELECT $3::text AS phone, $4::text AS user_id),
  known AS (
    SELECT canonical_phone, provider_user_id FROM messaging.conversations, given
    WHERE account_id = $1 AND channel_id = $2 AND canonical_phone = phone AND ${isKept('conversations')}
    UNION ALL
    SELECT canonical_phone, provider_user_id FROM messaging.conversations, given
    WHERE account_id = $1 AND channel_id = $2 AND provider_user_id = user_id AND ${isKept('conversations')}
    UNION ALL
    SELECT phone, user_id FROM given
  )
  SELECT DISTINCT key FROM known, unnest(ARRAY[canonical_phone, '${USER_KEY}' || provider_user_id]) AS key
  WHERE key IS NOT NULL`;

/** Keeps choices by each key of a person: they may be known by number here and by the network's id there. */
@Injectable()
export class OptOutsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores a preference, unless a later one is known. @returns the keys for which it is news. */
  async learn({ optedOut, at, ...writer }: Preference, manager: EntityManager): Promise<Choice[]> {
    return manager.query(
      `INSERT INTO messaging.opt_outs AS known (account_id, canonical_phone, opted_out, changed_at)
       SELECT $1, key, $5, $6 FROM (${KEYS}) AS person ORDER BY key
       ON CONFLICT ON CONSTRAINT opt_outs_pkey DO UPDATE SET
         opted_out = excluded.opted_out, changed_at = excluded.changed_at
       WHERE known.changed_at <= excluded.changed_at
       RETURNING canonical_phone AS key, opted_out AS "optedOut", changed_at AS at`,
      [...valuesOf(writer), optedOut, at],
    );
  }

  /**
   * A person who opted out, there or here, stays so under another number or id.
   * @returns the keys for which it is news.
   */
  async carry(accountId: number, before: Person, after: Person, manager: EntityManager): Promise<Choice[]> {
    return manager.query(
      `INSERT INTO messaging.opt_outs AS known (account_id, canonical_phone, opted_out, changed_at)
       SELECT $1, key, true, said.changed_at FROM unnest($3::text[]) AS key CROSS JOIN (
         SELECT max(changed_at) AS changed_at FROM (
           SELECT changed_at FROM messaging.opt_outs
           WHERE account_id = $1 AND canonical_phone = ANY ($2::text[]) AND opted_out
           UNION ALL
           SELECT now() FROM messaging.contact_names
           WHERE account_id = $1 AND canonical_phone = ANY ($2::text[]) AND marketing_opted_out) AS choices) AS said
       WHERE said.changed_at IS NOT NULL
       ORDER BY key
       ON CONFLICT ON CONSTRAINT opt_outs_pkey DO UPDATE SET
         opted_out = true, changed_at = greatest(known.changed_at, excluded.changed_at)
       WHERE NOT known.opted_out
       RETURNING canonical_phone AS key, opted_out AS "optedOut", changed_at AS at`,
      [accountId, keysOf(before), keysOf(after)],
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
      valuesOf(writer),
    );
    return rows.length > 0;
  }
}

/** The values of `KEYS`. */
function valuesOf({ accountId, channelId, phone, providerUserId }: Writer): unknown[] {
  return [accountId, channelId, phone && canonicalPhone(phone), providerUserId];
}
