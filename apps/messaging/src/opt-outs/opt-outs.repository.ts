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

/** Somebody who is known otherwise from now on. */
export interface IdentityChange {
  accountId: number;
  channelId: number;
  before: Person;
  after: Person;
}

/** What is stored of a person's choice under one key. */
export interface Choice {
  accountId: number;
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
       RETURNING account_id AS "accountId", canonical_phone AS key, opted_out AS "optedOut", changed_at AS at`,
      [...valuesOf(writer), optedOut, at],
    );
  }

  /**
   * People who opted out, there or here, stay so under other numbers or ids.
   * @returns the keys for which it is news.
   */
  async carry(changes: readonly IdentityChange[], manager: EntityManager): Promise<Choice[]> {
    const given = changes.map(({ accountId, before, after }) => ({
      account_id: accountId,
      former: keysOf(before),
      keys: keysOf(after),
    }));
    return manager.query(
      `INSERT INTO messaging.opt_outs AS known (account_id, canonical_phone, opted_out, changed_at)
       SELECT given.account_id, key, true, max(said.changed_at)
       FROM json_to_recordset($1) AS given(account_id bigint, former jsonb, keys jsonb)
       CROSS JOIN LATERAL jsonb_array_elements_text(given.former) AS former_key
       CROSS JOIN LATERAL (
         SELECT changed_at FROM messaging.opt_outs
         WHERE account_id = given.account_id AND canonical_phone = former_key AND opted_out
         UNION ALL
         SELECT now() FROM messaging.contact_names
         WHERE account_id = given.account_id AND canonical_phone = former_key AND marketing_opted_out) AS said
       CROSS JOIN LATERAL jsonb_array_elements_text(given.keys) AS key
       GROUP BY given.account_id, key ORDER BY given.account_id, key
       ON CONFLICT ON CONSTRAINT opt_outs_pkey DO UPDATE SET
         opted_out = true, changed_at = greatest(known.changed_at, excluded.changed_at)
       WHERE NOT known.opted_out
       RETURNING account_id AS "accountId", canonical_phone AS key, opted_out AS "optedOut", changed_at AS at`,
      [JSON.stringify(given)],
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
