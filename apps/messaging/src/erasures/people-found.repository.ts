import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { canonicalPhone } from '@chat/phone-numbers';
import { keysOf, userKey, type Person } from '../people/person.rules';
import { CHANNELS } from '../writers/writers.repository';

const FOUND =
  'c.id, c.contact_phone AS phone, c.provider_user_id AS "providerUserId", c.erasure_id IS NOT NULL AS "isHidden"';

interface FoundConversation extends Person {
  id: number;
  /** By an erasure, this one or another. It still tells who the person is. */
  isHidden: boolean;
}

/** The conversations of a person, and the keys under which more is stored of them. */
export interface FoundPerson {
  ids: number[];
  keys: string[];
}

/** Finds people and their related ids, by number or by the network's id. */
@Injectable()
export class PeopleFoundRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The contacts that have a number of the person, or had it last. */
  async contactsWith(accountId: number, { keys }: FoundPerson): Promise<number[]> {
    const rows: { contact_id: number }[] = await this.dataSource.query(
      `SELECT contact_id FROM messaging.contact_names
       WHERE account_id = $1 AND canonical_phone = ANY ($2::text[]) AND contact_id IS NOT NULL`,
      [accountId, keys],
    );
    return rows.map(({ contact_id }) => contact_id);
  }

  /**
   * Finds the conversations with a person on any channel and in any spelling, including those where a network hides the
   * number but identifies the same person; and, for a person named by the network's id, those with their numbers.
   */
  async find(accountId: number, person: Person, manager = this.dataSource.manager): Promise<FoundPerson> {
    const named = await this.byKeys(accountId, keysOf(person), manager);
    const alike = await this.byUserIds(accountId, [...userIdsOf([person]), ...userIdsOf(named)], manager);
    const numbers = person.phone === null ? alike.flatMap(({ phone }) => phone ?? []) : [];
    const others = await this.byKeys(accountId, numbers.map(canonicalPhone), manager);
    const found = [...named, ...alike, ...others];
    const ids = found.flatMap(({ id, isHidden }) => (isHidden ? [] : id));
    const moving = await this.movingInto(accountId, ids, manager);
    const keys = new Set([
      ...keysOf(person),
      ...numbers.map(canonicalPhone),
      ...userIdsOf(found).map(userKey),
    ]);
    return { ids: [...new Set([...ids, ...moving])].sort((one, other) => one - other), keys: [...keys] };
  }

  /** The conversations whose messages are moving into these. */
  private async movingInto(accountId: number, ids: number[], manager: EntityManager): Promise<number[]> {
    const rows: { id: number }[] = await manager.query(
      `SELECT id FROM messaging.merged_conversations
       WHERE account_id = $1 AND merged_into = ANY ($2::bigint[]) AND is_moving`,
      [accountId, ids],
    );
    return rows.map(({ id }) => id);
  }

  private async byKeys(
    accountId: number,
    keys: string[],
    manager: EntityManager,
  ): Promise<FoundConversation[]> {
    if (keys.length === 0) return [];
    return manager.query(
      `${CHANNELS}
       SELECT ${FOUND} FROM channel CROSS JOIN unnest($2::text[]) AS person(key) JOIN messaging.conversations c
         ON c.account_id = $1 AND c.channel_id = channel.id AND c.canonical_phone = person.key`,
      [accountId, keys],
    );
  }

  private async byUserIds(
    accountId: number,
    userIds: string[],
    manager: EntityManager,
  ): Promise<FoundConversation[]> {
    if (userIds.length === 0) return [];
    return manager.query(
      `${CHANNELS}
       SELECT ${FOUND} FROM channel CROSS JOIN unnest($2::text[]) AS person(provider_user_id)
       JOIN messaging.conversations c ON c.account_id = $1 AND c.channel_id = channel.id
         AND c.provider_user_id = person.provider_user_id`,
      [accountId, userIds],
    );
  }
}

function userIdsOf(people: readonly Person[]): string[] {
  return [...new Set(people.flatMap(({ providerUserId }) => providerUserId ?? []))];
}
