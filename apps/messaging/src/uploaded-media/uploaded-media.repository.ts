import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { StoredFile } from '@chat/contracts';
import type { UploadedMedia } from '@chat/contracts/messaging';
import { storableText } from '../messages/storable.rules';

/** Media of no channel. */
const NO_CHANNEL = 0;

/** How long a file can be sent, and how long its row stays beyond that: retries are compared by its hash. */
const LIFE = `interval '24 hours'`;
const REST = `interval '24 hours'`;

const INSERT = `
  WITH kept AS (
    INSERT INTO messaging.blobs (account_id, channel_id, blob, size) VALUES ($1, ${NO_CHANNEL}, $3, $6)
  )
  INSERT INTO messaging.uploaded_media (account_id, id, blob, filename, mime_type, size, sha256, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + ${LIFE})
  RETURNING expires_at`;

/** Lets files expire, whose bytes the sweep of blobs then deletes. @param which selects those of them that have bytes. */
const expire = (which: string) => `
  WITH ended AS (
    SELECT account_id, id, blob FROM messaging.uploaded_media WHERE blob IS NOT NULL AND ${which} FOR UPDATE
  ), emptied AS (
    UPDATE messaging.uploaded_media AS uploaded
    SET blob = NULL, filename = NULL, expires_at = least(expires_at, now())
    FROM ended WHERE uploaded.account_id = ended.account_id AND uploaded.id = ended.id
  )
  UPDATE messaging.blobs SET due_at = now() FROM ended
  WHERE blobs.account_id = ended.account_id AND blobs.blob = ended.blob`;

const EXPIRE_DUE = expire('expires_at <= now() ORDER BY expires_at LIMIT $1');
/** The files of messages whose people are erased: whoever sent such a file has it here as well. */
const EXPIRE_BYTES = expire('account_id = $1 AND sha256 = ANY ($2::text[])');

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
      `SELECT CASE WHEN expires_at > now() THEN blob END AS blob, filename, mime_type, size, sha256
       FROM messaging.uploaded_media WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Lets the files with these hashes expire. */
  async end(accountId: number, hashes: readonly string[], manager: EntityManager): Promise<void> {
    await manager.query(EXPIRE_BYTES, [accountId, hashes]);
  }

  /** Lets some files expire whose time is up. @returns whether there may be more. */
  async expireDue(limit: number): Promise<boolean> {
    const [, expired]: [unknown, number] = await this.dataSource.query(EXPIRE_DUE, [limit]);
    return expired === limit;
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
