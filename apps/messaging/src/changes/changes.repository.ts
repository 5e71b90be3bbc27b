import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { JOIN_CONTACT_NAME } from '../contact-names/contact-names.repository';
import { blobOf } from '../messages/message-blob';
import { NAMED_COLUMNS, toNamed, type MessageName } from '../messages/message-name';
import { MESSAGE_COLUMNS, type MessageRow } from '../messages/message.row';
import { storableJson } from '../messages/storable.rules';
import { personKey, type Person } from '../people/person.rules';
import { JOIN_CONVERSATION } from '../visibility/survivor';
import { isDeleted, isKept } from '../visibility/visible';

/** What the sender of a message did to it later. */
export interface Change extends MessageName, Person {
  isDeletion: boolean;
  /** The new text; null for a deletion, or if a caption was removed. */
  text: string | null;
  /** According to the network's clock. */
  at: Date;
}

/** A message after a change. */
export interface ChangedMessage extends MessageRow {
  account_id: number;
}

const KEY = 'account_id, channel_id, direction, chat_message_id';

/** How long a change waits for its message. */
const KEPT = `interval '7 days'`;

/** Of the changes of one message by one person, a deletion is final, and the later of two edits counts. */
const KEEP = `
  INSERT INTO messaging.message_changes AS known
    (${KEY}, canonical_phone, provider_user_id, is_deletion, body, changed_at)
  SELECT DISTINCT ON (${KEY}, canonical_phone)
    ${KEY}, canonical_phone, provider_user_id, is_deletion, body, changed_at
  FROM json_to_recordset($1) AS given(${NAMED_COLUMNS}, place int, canonical_phone text, provider_user_id text,
    is_deletion boolean, body text, changed_at timestamptz)
  WHERE NOT ${isDeleted('given')}
  ORDER BY ${KEY}, canonical_phone, is_deletion DESC, changed_at DESC, place DESC
  ON CONFLICT ON CONSTRAINT message_changes_pkey DO UPDATE SET
    provider_user_id = coalesce(excluded.provider_user_id, known.provider_user_id),
    is_deletion = excluded.is_deletion, body = excluded.body, changed_at = excluded.changed_at
  WHERE NOT known.is_deletion AND (excluded.is_deletion OR excluded.changed_at >= known.changed_at)`;

const OF_MESSAGES = `
  SELECT change.* FROM messaging.message_changes AS change
  JOIN (SELECT DISTINCT * FROM json_to_recordset($1) AS given(${NAMED_COLUMNS})) AS given USING (${KEY})
  ORDER BY ${KEY}, change.canonical_phone FOR UPDATE OF change`;

const DUE = `
  SELECT * FROM messaging.message_changes AS change WHERE change.due_at <= now()
  ORDER BY change.due_at LIMIT $1 FOR UPDATE SKIP LOCKED`;

const IS_JUDGED = `(change.account_id, change.channel_id, change.direction, change.chat_message_id, change.canonical_phone)
      = (judged.account_id, judged.channel_id, judged.direction, judged.chat_message_id, judged.canonical_phone)`;

/**
 * Applies changes to their messages, if these have arrived and are the person's. Others are looked at again after as long
 * as they have waited already, and are dropped in the end. Changes are locked before messages, as by `KEEP`. A deleted
 * message keeps what it refers to, and nothing that was said in it.
 */
const apply = (changes: string) => `
  WITH waiting AS MATERIALIZED (${changes}), found AS MATERIALIZED (
    SELECT m.account_id, m.id, waiting.channel_id, waiting.direction, waiting.chat_message_id, waiting.canonical_phone,
      waiting.is_deletion, waiting.body, waiting.changed_at, ${blobOf('m')} AS blob
    FROM waiting
    JOIN messaging.messages m USING (${KEY})
    ${JOIN_CONVERSATION}
    WHERE (c.canonical_phone = waiting.canonical_phone OR c.provider_user_id = waiting.provider_user_id)
      AND ${isKept('c')} AND NOT ${isDeleted('m')}
    ORDER BY m.account_id, m.id FOR UPDATE OF m
  ), latest AS (
    SELECT DISTINCT ON (account_id, id) * FROM found ORDER BY account_id, id, is_deletion DESC, changed_at DESC
  ), changed AS (
    UPDATE messaging.messages AS m SET
      body = latest.body,
      content = CASE WHEN NOT latest.is_deletion THEN m.content ELSE (
        SELECT jsonb_object_agg(key, value) FROM jsonb_each(m.content) WHERE key IN ('context', 'referral')) END,
      extra = CASE WHEN NOT latest.is_deletion THEN m.extra END,
      edited_at = CASE WHEN latest.is_deletion THEN m.edited_at ELSE latest.changed_at END,
      deleted_at = CASE WHEN latest.is_deletion THEN latest.changed_at END,
      version = m.version + 1, updated_at = greatest(m.updated_at, now())
    FROM latest
    WHERE m.account_id = latest.account_id AND m.id = latest.id AND m.deleted_at IS NULL AND (latest.is_deletion
      OR m.edited_at IS NULL OR m.edited_at < latest.changed_at
      OR (m.edited_at = latest.changed_at AND m.body IS DISTINCT FROM latest.body))
    RETURNING m.*
  ), released AS (
    UPDATE messaging.blobs SET due_at = now() FROM latest
    WHERE latest.is_deletion AND blobs.account_id = latest.account_id AND blobs.blob = latest.blob
  ), judged AS (
    SELECT waiting.*, found.id IS NOT NULL OR waiting.created_at <= now() - ${KEPT} AS is_done
    FROM waiting LEFT JOIN found USING (${KEY}, canonical_phone)
  ), done AS (
    DELETE FROM messaging.message_changes AS change USING judged WHERE judged.is_done AND ${IS_JUDGED}
  ), postponed AS (
    UPDATE messaging.message_changes AS change SET
      due_at = least(now() + (now() - change.created_at), change.created_at + ${KEPT})
    FROM judged WHERE NOT judged.is_done AND ${IS_JUDGED}
  )
  SELECT ${MESSAGE_COLUMNS}, m.account_id
  FROM changed m
  ${JOIN_CONVERSATION} ${JOIN_CONTACT_NAME}
  ORDER BY m.account_id, m.id`;

const APPLY_TO = apply(OF_MESSAGES);
const APPLY_DUE = apply(DUE);

/** Edits and deletions of messages by their senders. */
@Injectable()
export class ChangesRepository {
  /** Keeps changes until they are applied. */
  async keep(changes: readonly Change[], manager: EntityManager): Promise<void> {
    const given = changes.map((change, place) => ({
      ...toNamed(change),
      place,
      canonical_phone: personKey(change),
      provider_user_id: change.providerUserId,
      is_deletion: change.isDeletion,
      body: change.text,
      changed_at: change.at,
    }));
    await manager.query(KEEP, [storableJson(given)]);
  }

  /** Applies the changes that are kept of these messages. @returns those that changed. */
  async applyTo(names: readonly MessageName[], manager: EntityManager): Promise<ChangedMessage[]> {
    return manager.query(APPLY_TO, [storableJson(names.map(toNamed))]);
  }

  /** Applies the changes that are due, and drops those whose message never came. @returns the messages that changed. */
  async applyDue(limit: number, manager: EntityManager): Promise<ChangedMessage[]> {
    return manager.query(APPLY_DUE, [limit]);
  }
}
