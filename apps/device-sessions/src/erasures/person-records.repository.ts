import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { canonicalPhone } from '@chat/phone-numbers';
import { keysNaming } from './person-keys.rules';

interface PersonRow {
  channel_id: number;
  phone: string;
  address: string | null;
  user_id: string | null;
}

/** What is kept of people besides messages: how networks name them, and the keys that engines keep for them. */
@Injectable()
export class PersonRecordsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async export(accountId: number, names: readonly string[]): Promise<{ people: object[]; keys: object[] }> {
    const { manager } = this.dataSource;
    const people = await this.people(accountId, names, manager);
    const keys: object[] = await manager.query(
      `SELECT channel_id, kind, id FROM device_sessions.session_keys WHERE account_id = $1 AND id ~ $2
       ORDER BY channel_id, kind, id`,
      [accountId, keysNaming([...names, ...namesIn(people)])],
    );
    return { people, keys };
  }

  /**
   * A session whose key for a person is gone agrees on new ones with the person's next message. Rows are locked in key
   * order, as those who write them do.
   * @returns how many records were erased.
   */
  async erase(accountId: number, names: readonly string[]): Promise<number> {
    return this.dataSource.transaction(async (manager) => {
      const people = await this.people(accountId, names, manager);
      const [, keys]: [unknown, number] = await manager.query(
        `DELETE FROM device_sessions.session_keys WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM device_sessions.session_keys WHERE account_id = $1 AND id ~ $2
           ORDER BY channel_id, kind, id FOR UPDATE))`,
        [accountId, keysNaming([...names, ...namesIn(people)])],
      );
      await manager.query(
        `DELETE FROM device_sessions.people WHERE ctid = ANY (ARRAY(
           SELECT people.ctid FROM device_sessions.people
           JOIN unnest($2::bigint[], $3::text[]) AS given(channel_id, phone) USING (channel_id, phone)
           WHERE account_id = $1 ORDER BY channel_id, phone FOR UPDATE OF people))`,
        [accountId, people.map(({ channel_id }) => channel_id), people.map(({ phone }) => phone)],
      );
      return keys + people.length;
    });
  }

  private people(accountId: number, names: readonly string[], manager: EntityManager): Promise<PersonRow[]> {
    return manager.query(
      `SELECT channel_id, phone, address, user_id, has_written, checked_at FROM device_sessions.people
       WHERE account_id = $1 AND (phone = ANY ($2::text[]) OR address = ANY ($3::text[]) OR user_id = ANY ($3::text[]))
       ORDER BY channel_id, phone`,
      [accountId, names.map(canonicalPhone), names],
    );
  }
}

function namesIn(people: readonly PersonRow[]): string[] {
  return people.flatMap(({ phone, address, user_id }) => [phone, address ?? [], user_id ?? []].flat());
}
