import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { StoredFile } from '@chat/contracts';
import { storableText } from '../messages/storable.rules';

/** A file that an account uploaded once. Its bytes are gone when it has expired. */
export interface UploadedMedia extends StoredFile {
  id: string;
  is_expired: boolean;
}

/** Media of no channel. */
const NO_CHANNEL = 0;

/** How long a file can be sent, and how long its row stays beyond that: retries are compared by its hash. */
const LIFE = `interval '24 hours'`;
const REST = `interval '24 hours'`;

const INSERT = `
  WITH kept AS (
    INSERT INTO messaging.blobs (account_id, channel_id, blob, due_at, size)
    VALUES ($1, ${NO_CHANNEL}, $3, now() + ${LIFE}, $6)
  )
  INSERT INTO messaging.uploaded_media (account_id, id, blob, filename, mime_type, size, sha256, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + ${LIFE})
  RETURNING expires_at`;

/** The files of messages whose people are erased: whoever sent such a file has it here as well. */
const END = `
  WITH ended AS (
    UPDATE messaging.uploaded_media AS uploaded SET expires_at = now()
    WHERE account_id = $1 AND expires_at > now() AND sha256 = ANY ($2::text[])
    RETURNING blob
  )
  UPDATE messaging.blobs SET due_at = now() FROM ended WHERE account_id = $1 AND blobs.blob = ended.blob`;

@Injectable()
export class UploadedMediaRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds a file, whose bytes count as the account's from now on. @returns until when it can be sent. */
  async insert(accountId: number, id: string, file: StoredFile, manager: EntityManager): Promise<Date> {
    const { blob, filename, mime_type, size, sha256 } = file;
    const name = filename === null ? null : storableText(filename);
    const [row]: [{ expires_at: Date }] = await manager.query(INSERT, [
      accountId,
      id,
      blob,
      name,
      mime_type,
      size,
      sha256,
    ]);
    return row.expires_at;
  }

  async find(accountId: number, id: string): Promise<UploadedMedia | null> {
    const [row]: UploadedMedia[] = await this.dataSource.query(
      `SELECT id, blob, filename, mime_type, size, sha256, expires_at <= now() AS is_expired
       FROM messaging.uploaded_media WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Returns those of the blobs that can still be sent. A blob's key begins with its account. */
  async held(blobs: readonly string[]): Promise<string[]> {
    const rows: { blob: string }[] = await this.dataSource.query(
      `SELECT uploaded.blob FROM unnest($1::text[]) AS asked(blob)
       JOIN messaging.uploaded_media AS uploaded
         ON account_id = split_part(asked.blob, '/', 1)::bigint AND uploaded.blob = asked.blob
       WHERE expires_at > now()`,
      [blobs],
    );
    return rows.map(({ blob }) => blob);
  }

  /** Lets the files with these hashes expire. */
  async end(accountId: number, hashes: readonly string[], manager: EntityManager): Promise<void> {
    await manager.query(END, [accountId, hashes]);
  }

  /** Deletes some rows that nobody needs any more. @returns whether there may be more. */
  async deleteExpired(limit: number): Promise<boolean> {
    const [, deleted]: [unknown, number] = await this.dataSource.query(
      `DELETE FROM messaging.uploaded_media WHERE (account_id, id) IN (
         SELECT account_id, id FROM messaging.uploaded_media WHERE expires_at < now() - ${REST}
         ORDER BY expires_at LIMIT $1)`,
      [limit],
    );
    return deleted === limit;
  }
}
