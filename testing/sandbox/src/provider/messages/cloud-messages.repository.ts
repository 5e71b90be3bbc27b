import type { DataSource, EntityManager } from 'typeorm';

export type Direction = 'in' | 'out' | 'echo';

export interface CloudMessageRow {
  id: number;
  wamid: string;
  number_id: string;
  /** The business number. */
  digits: string;
  wa_id: string;
  direction: Direction;
  /** The reference of an outgoing message, by which tests find it. */
  reference: string | null;
  callback_data: string | null;
  /** `{type, <type>: …}`, as it was sent. */
  content: Record<string, unknown> & { type: string };
  failure: number | null;
  sent_at: Date;
  read_at: Date | null;
  media_id: string | null;
  mime_type: string | null;
  filename: string | null;
  size: number | null;
  sha256: string | null;
}

export interface NewCloudMessage {
  wamid: string;
  numberId: string;
  waId: string;
  direction: Direction;
  reference: string | null;
  callbackData: string | null;
  content: object;
  mediaId: string | null;
  failure: number | null;
  sentAt: Date;
}

export interface Chat {
  user_id: string;
  /** Milliseconds since the person's last message; null when there is none. */
  inbound_ms_ago: number | null;
}

const SELECT_MESSAGE = `
  SELECT messages.id, wamid, messages.number_id, digits, wa_id, direction, reference, callback_data, content, failure, sent_at, read_at,
    media_id, mime_type, filename, size, sha256
  FROM sandbox.cloud_messages AS messages
  JOIN sandbox.cloud_numbers AS numbers ON numbers.id = messages.number_id
  LEFT JOIN sandbox.cloud_media AS media ON media.id = media_id`;

/** Stores the messages between business numbers and people. */
export class CloudMessagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs in one transaction, so that a message and its callbacks are committed together. */
  async inTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Never refuses a repeat, since the ledger has to show it. */
  async insert(message: NewCloudMessage, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO sandbox.cloud_messages
         (wamid, number_id, wa_id, direction, reference, callback_data, content, media_id, failure, sent_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        message.wamid,
        message.numberId,
        message.waId,
        message.direction,
        message.reference,
        message.callbackData,
        JSON.stringify(message.content),
        message.mediaId,
        message.failure,
        message.sentAt,
      ],
    );
  }

  /**
   * Returns the chat of a number and a person, inserting it if it does not exist.
   * @param userId used when it is new.
   */
  async chat(numberId: string, waId: string, userId: string): Promise<Chat> {
    const [chat]: [Chat] = await this.dataSource.query(
      `INSERT INTO sandbox.cloud_chats (number_id, wa_id, user_id) VALUES ($1, $2, $3)
       ON CONFLICT (number_id, wa_id) DO UPDATE SET wa_id = $2
       RETURNING user_id, (extract(epoch FROM now() - last_inbound_at) * 1000)::float8 AS inbound_ms_ago`,
      [numberId, waId, userId],
    );
    return chat;
  }

  /** Returns the person with a user id, as far as this number knows. */
  async personOf(numberId: string, userId: string): Promise<string | null> {
    const [chat]: { wa_id: string }[] = await this.dataSource.query(
      'SELECT wa_id FROM sandbox.cloud_chats WHERE number_id = $1 AND user_id = $2',
      [numberId, userId],
    );
    return chat?.wa_id ?? null;
  }

  /**
   * Records that the person wrote at that time, which opens the care window.
   * @param at null when the person wrote nothing and only has to be known.
   * @param userId used when the chat is new.
   */
  async openWindow(
    { numberId, waId, userId, at }: { numberId: string; waId: string; userId: string; at: Date | null },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO sandbox.cloud_chats AS known (number_id, wa_id, user_id, last_inbound_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (number_id, wa_id) DO UPDATE SET last_inbound_at = greatest(known.last_inbound_at, $4)`,
      [numberId, waId, userId, at],
    );
  }

  /** Returns the numbers that the person has a chat with. */
  async numbersOf(waId: string): Promise<string[]> {
    const rows: { number_id: string }[] = await this.dataSource.query(
      'SELECT number_id FROM sandbox.cloud_chats WHERE wa_id = $1 ORDER BY number_id',
      [waId],
    );
    return rows.map((row) => row.number_id);
  }

  async find(numberId: string, wamid: string): Promise<CloudMessageRow | null> {
    const [row]: CloudMessageRow[] = await this.dataSource.query(
      `${SELECT_MESSAGE} WHERE messages.number_id = $1 AND wamid = $2`,
      [numberId, wamid],
    );
    return row ?? null;
  }

  /** The business reads a message, and so all before it. */
  async readByBusiness(message: CloudMessageRow): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox.cloud_messages SET read_at = now()
       WHERE number_id = $1 AND wa_id = $2 AND direction = 'in' AND id <= $3 AND read_at IS NULL`,
      [message.number_id, message.wa_id, message.id],
    );
  }

  /** The person reads the chat. @returns the messages that became read. */
  async readByPerson(numberId: string, waId: string, manager: EntityManager): Promise<CloudMessageRow[]> {
    const [rows]: [{ id: number }[], number] = await manager.query(
      `UPDATE sandbox.cloud_messages SET read_at = now()
       WHERE number_id = $1 AND wa_id = $2 AND direction <> 'in' AND failure IS NULL AND read_at IS NULL
       RETURNING id`,
      [numberId, waId],
    );
    return manager.query(`${SELECT_MESSAGE} WHERE messages.id = ANY ($1) ORDER BY messages.id`, [
      rows.map(({ id }) => id),
    ]);
  }

  /** Returns the newest messages that a person received, oldest first. */
  async received(waId: string, limit: number): Promise<CloudMessageRow[]> {
    return this.newest(`wa_id = $1 AND direction <> 'in' AND failure IS NULL`, [waId], limit);
  }

  /** Returns the newest messages that a person received and wrote. */
  async chats(waId: string, limit: number): Promise<CloudMessageRow[]> {
    return this.newest('wa_id = $1 AND failure IS NULL', [waId], limit);
  }

  /** Returns the newest messages that a business number received, for the page. */
  async arrived(digits: string, limit: number): Promise<CloudMessageRow[]> {
    return this.newest(`digits = $1 AND direction = 'in'`, [digits], limit);
  }

  /** Returns the whole ledger of sends, or its rows with one reference. */
  async sends(reference: string | null): Promise<CloudMessageRow[]> {
    if (reference === null) return this.newest(`direction = 'out'`, [], null);
    return this.newest(`direction = 'out' AND reference = $1`, [reference], null);
  }

  async findForPerson(waId: string, wamid: string): Promise<CloudMessageRow | null> {
    const [row] = await this.newest('wa_id = $1 AND wamid = $2', [waId, wamid], 1);
    return row ?? null;
  }

  private async newest(where: string, values: string[], limit: number | null): Promise<CloudMessageRow[]> {
    return this.dataSource.query(
      `SELECT * FROM (${SELECT_MESSAGE} WHERE ${where} ORDER BY messages.id DESC LIMIT ${limit}) AS newest ORDER BY id`,
      values,
    );
  }
}
