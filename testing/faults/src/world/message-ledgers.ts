import type { Pool } from 'pg';
import type { StoredInbound, WrittenMessage } from '../oracles/inbound.rules';
import type { StoredSend, TakenSend } from '../oracles/sends.rules';

/** A stored message with a file. */
export interface StoredFileMessage {
  readonly direction: 'inbound' | 'outbound';
  readonly chatMessageId: string | null;
  /** Its caption. */
  readonly label: string | null;
  readonly blob: string;
  readonly sha256: string;
  /** Whether its bytes are still to be copied. */
  readonly isAwaited: boolean;
  /** Whether it reports that its bytes are lost. */
  readonly isLost: boolean;
}

/** The text or the caption of a message on the phones' network, or on the provider's cloud. */
const PHONE_LABEL = `coalesce(messages.text, other->>'caption')`;
const CLOUD_LABEL = `coalesce(content->'text'->>'body', content->(content->>'type')->>'caption')`;
/** With the digest of the bytes that the network has, which may differ from the announced one. */
const OF_PHONES = `FROM sandbox.messages LEFT JOIN sandbox.media ON media.ref = other->'media'->>'ref'`;
const OF_CLOUD = `FROM sandbox.cloud_messages LEFT JOIN sandbox.cloud_media ON cloud_media.id = media_id`;

/** The messages on both networks and in the tables, as of one audit: each ledger is read once and cached. */
export class MessageLedgers {
  private readonly read = new Map<string, Promise<unknown[]>>();

  constructor(private readonly database: Pool) {}

  /** The sends that both networks accepted: the sandbox never refuses a repeated one. */
  taken(): Promise<TakenSend[]> {
    return this.rows(
      `SELECT reference::int, chat_message_id AS "chatMessageId", ${PHONE_LABEL} AS label, media.sha256,
         read_at IS NOT NULL AS "isRead"
       ${OF_PHONES} WHERE reference IS NOT NULL
       UNION ALL
       SELECT reference::int, wamid, ${CLOUD_LABEL}, cloud_media.sha256, read_at IS NOT NULL
       ${OF_CLOUD} WHERE direction = 'out'`,
    );
  }

  storedSends(): Promise<StoredSend[]> {
    return this.rows(
      `SELECT id::int, status, chat_message_id AS "chatMessageId" FROM messaging.messages WHERE direction = 'outbound'`,
    );
  }

  /** The messages of people, as both networks accepted them. */
  written(): Promise<WrittenMessage[]> {
    return this.rows(
      `SELECT chat_message_id AS "chatMessageId", ${PHONE_LABEL} AS text, media.sha256
       ${OF_PHONES} WHERE reference IS NULL
       UNION ALL
       SELECT wamid, ${CLOUD_LABEL}, cloud_media.sha256 ${OF_CLOUD} WHERE direction = 'in'`,
    );
  }

  storedInbound(): Promise<StoredInbound[]> {
    return this.rows(
      `SELECT chat_message_id AS "chatMessageId", body AS text FROM messaging.messages WHERE direction = 'inbound'`,
    );
  }

  storedFiles(): Promise<StoredFileMessage[]> {
    return this.rows(
      `SELECT direction, chat_message_id AS "chatMessageId", body AS label, content->'media'->>'blob' AS blob,
         content->'media'->>'sha256' AS sha256, coalesce((content->'media'->>'awaited')::boolean, false) AS "isAwaited",
         direction = 'inbound' AND error IS NOT NULL AS "isLost"
       FROM messaging.messages WHERE content->'media' IS NOT NULL`,
    );
  }

  /** The messages whose bytes a connector has yet to copy, by their ids on the network. */
  async awaited(): Promise<Set<string>> {
    const jobs = ['device_sessions', 'cloud_connector'].map(
      (schema) => `SELECT data::json->>'chatMessageId' AS id FROM ${schema}.jobs
        WHERE type = 'copy-inbound-media' AND state IN ('waiting', 'running')`,
    );
    return new Set((await this.rows<{ id: string }>(jobs.join(' UNION ALL '))).map(({ id }) => id));
  }

  private rows<T extends object>(sql: string): Promise<T[]> {
    const known = this.read.get(sql);
    if (known) return known as Promise<T[]>;
    const reading = this.database.query<T>(sql).then(({ rows }) => rows);
    this.read.set(sql, reading);
    return reading;
  }
}
