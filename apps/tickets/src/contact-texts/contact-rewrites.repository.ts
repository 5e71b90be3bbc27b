import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ContactText } from './contact-texts.repository';

/** A contact whose tickets may have an older text than the one of this version. */
export interface ContactRewrite {
  accountId: number;
  contactId: number;
  textVersion: number;
}

/**
 * Which tickets still have an older text of their contact, and the means to rewrite them. Nothing here waits for a lock
 * held by a batch: a rename inserts its own row, and batches skip locked rows.
 */
@Injectable()
export class ContactRewritesRepository {
  /** Queues rewrites for those contacts that have tickets. @returns whether any has. */
  async add(rewrites: ContactRewrite[], manager: EntityManager): Promise<boolean> {
    const given = rewrites.map(({ accountId, contactId, textVersion }) => ({
      account_id: accountId,
      contact_id: contactId,
      text_version: textVersion,
    }));
    const added: unknown[] = await manager.query(
      `INSERT INTO tickets.contact_rewrites (account_id, contact_id, text_version)
       SELECT account_id, contact_id, text_version
       FROM json_to_recordset($1) AS given(account_id bigint, contact_id bigint, text_version int)
       WHERE EXISTS (
         SELECT FROM tickets.tickets AS older
         WHERE older.account_id = given.account_id AND older.contact_id = given.contact_id
           AND older.contact_version < given.text_version)
       RETURNING contact_id`,
      [JSON.stringify(given)],
    );
    return added.length > 0;
  }

  /**
   * Returns the longest waiting rewrite of the next account that has one, locked until the transaction ends; null if no
   * account with a greater id has any.
   */
  async takeAfter(accountId: number, manager: EntityManager): Promise<ContactRewrite | null> {
    const [rewrite]: ContactRewrite[] = await manager.query(
      `SELECT account_id AS "accountId", contact_id AS "contactId", text_version AS "textVersion"
       FROM tickets.contact_rewrites
       WHERE account_id > $1 AND due_at <= now() ORDER BY account_id, due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [accountId],
    );
    return rewrite ?? null;
  }

  /**
   * Updates the text of some of the contact's tickets, those with the oldest text first: at least one, at most
   * `limit.tickets`, and no more than have `limit.characters` to be indexed.
   * @returns how many were updated.
   */
  async rewriteSome(
    { accountId, contactId }: ContactRewrite,
    { text, textVersion }: ContactText,
    limit: { tickets: number; characters: number },
    manager: EntityManager,
  ): Promise<number> {
    const [, rewritten]: [unknown, number] = await manager.query(
      `UPDATE tickets.tickets SET contact_text = $3, contact_version = $4
       WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM (
           SELECT ctid, row_number() OVER () AS place,
             sum(length(own_text) + length($3)) OVER (ROWS UNBOUNDED PRECEDING) AS characters
           FROM (
             SELECT ctid, own_text FROM tickets.tickets
             WHERE account_id = $1 AND contact_id = $2 AND contact_version < $4
             ORDER BY contact_version LIMIT $5 FOR UPDATE SKIP LOCKED
           ) AS older
         ) AS measured WHERE characters <= $6 OR place = 1))`,
      [accountId, contactId, text, textVersion, limit.tickets, limit.characters],
    );
    return rewritten;
  }

  /** Whether any tickets still have an older text. */
  async hasOlder(
    { accountId, contactId }: ContactRewrite,
    { textVersion }: ContactText,
    manager: EntityManager,
  ): Promise<boolean> {
    const [{ hasOlder }]: [{ hasOlder: boolean }] = await manager.query(
      `SELECT EXISTS (
         SELECT FROM tickets.tickets WHERE account_id = $1 AND contact_id = $2 AND contact_version < $3
       ) AS "hasOlder"`,
      [accountId, contactId, textVersion],
    );
    return hasOlder;
  }

  /** Queues the rewrite again after this pause, behind the account's others that are due. */
  async requeue(
    { accountId, contactId, textVersion }: ContactRewrite,
    pauseMs: number,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `UPDATE tickets.contact_rewrites SET due_at = clock_timestamp() + $4 * interval '1 millisecond'
       WHERE account_id = $1 AND contact_id = $2 AND text_version = $3`,
      [accountId, contactId, textVersion, pauseMs],
    );
  }

  async remove({ accountId, contactId, textVersion }: ContactRewrite, manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM tickets.contact_rewrites WHERE account_id = $1 AND contact_id = $2 AND text_version = $3`,
      [accountId, contactId, textVersion],
    );
  }
}
