import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Person } from '../engines/device-engine';
import type { Tenure } from '../session-store/session.row';

/** How the network names the person who has a number. */
export interface KnownPerson {
  /** Null when nobody has the number. */
  person: Person | null;
  /** Whether the person wrote so; else the network was asked. */
  hasWritten: boolean;
  checkedAt: Date;
}

/** Somebody who wrote under one of several spellings. */
export interface Writer {
  tenure: Tenure;
  /** The canonical number. */
  phone: string;
  person: Person;
}

interface PersonRow {
  address: string | null;
  user_id: string | null;
  has_written: boolean;
  checked_at: Date;
}

/** How long the network's answer counts. What people wrote under counts as long as it is kept. */
const ANSWER_COUNTS = `interval '24 hours'`;

/** How the network spells numbers that people spell in several ways. */
@Injectable()
export class PeopleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns null when the network has to be asked. */
  async find({ account_id, channel_id }: Tenure, phone: string): Promise<KnownPerson | null> {
    const [row]: PersonRow[] = await this.dataSource.query(
      `SELECT address, user_id, has_written, checked_at FROM device_sessions.people
       WHERE account_id = $1 AND channel_id = $2 AND phone = $3
         AND (has_written OR checked_at > now() - ${ANSWER_COUNTS})`,
      [account_id, channel_id, phone],
    );
    if (!row) return null;
    const isKnown = row.address !== null || row.user_id !== null;
    return {
      person: isKnown ? { phone: row.address, userId: row.user_id } : null,
      hasWritten: row.has_written,
      checkedAt: row.checked_at,
    };
  }

  /** Stores the network's answer. What the person wrote under stands, as does what a later owner learned. */
  async store(
    { account_id, channel_id, epoch }: Tenure,
    phone: string,
    person: Person | null,
  ): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO device_sessions.people (account_id, channel_id, phone, address, user_id, has_written)
       SELECT account_id, channel_id, $4, $5, $6, false FROM device_sessions.sessions
       WHERE account_id = $1 AND channel_id = $2 AND epoch = $3
       ON CONFLICT (account_id, channel_id, phone) DO UPDATE
       SET address = excluded.address, user_id = excluded.user_id, checked_at = now()
       WHERE NOT people.has_written`,
      [account_id, channel_id, epoch, phone, person?.phone ?? null, person?.userId ?? null],
    );
  }

  /**
   * Stores under which spelling people write. The lists are subqueries, so that the statement is not planned again for
   * each length (ADR 21). @param writers each another person. The caller holds the fence.
   */
  async learn(writers: readonly Writer[], manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO device_sessions.people (account_id, channel_id, phone, address, user_id, has_written)
       SELECT account_id, channel_id, phone, address, user_id, true
       FROM unnest((SELECT $1::bigint[]), (SELECT $2::bigint[]), (SELECT $3::text[]), (SELECT $4::text[]),
         (SELECT $5::text[])) AS given(account_id, channel_id, phone, address, user_id)
       ORDER BY account_id, channel_id, phone
       ON CONFLICT (account_id, channel_id, phone) DO UPDATE
       SET address = excluded.address, user_id = coalesce(excluded.user_id, people.user_id), has_written = true,
         checked_at = now()`,
      [
        writers.map(({ tenure }) => tenure.account_id),
        writers.map(({ tenure }) => tenure.channel_id),
        writers.map(({ phone }) => phone),
        writers.map(({ person }) => person.phone),
        writers.map(({ person }) => person.userId),
      ],
    );
  }

  async forget({ account_id, channel_id }: Tenure, phone: string): Promise<void> {
    await this.dataSource.query(
      'DELETE FROM device_sessions.people WHERE account_id = $1 AND channel_id = $2 AND phone = $3',
      [account_id, channel_id, phone],
    );
  }
}
