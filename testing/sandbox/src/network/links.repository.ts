import { createHash, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** A device that is linked to a phone. */
export interface Link {
  id: number;
  phone_digits: string;
}

export class LinksRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns the credentials for the logins of the device. */
  async create(digits: string): Promise<string> {
    const credentials = randomBytes(32).toString('base64url');
    await this.dataSource.query(
      `WITH phone AS (
         INSERT INTO sandbox.phones (digits, name) VALUES ($1, $1)
         ON CONFLICT (digits) DO UPDATE SET digits = $1 RETURNING digits)
       INSERT INTO sandbox.links (phone_digits, credentials_digest) SELECT digits, $2 FROM phone`,
      [digits, digestOf(credentials)],
    );
    return credentials;
  }

  async findByCredentials(credentials: string): Promise<Link | null> {
    const [link]: Link[] = await this.dataSource.query(
      `SELECT id, phone_digits FROM sandbox.links WHERE credentials_digest = $1 AND unlinked_at IS NULL`,
      [digestOf(credentials)],
    );
    return link ?? null;
  }

  async findByPhone(digits: string): Promise<Link[]> {
    return this.dataSource.query(
      `SELECT id, phone_digits FROM sandbox.links WHERE phone_digits = $1 AND unlinked_at IS NULL ORDER BY id`,
      [digits],
    );
  }

  /** Ends links and drops their pending deliveries. */
  async remove(linkIds: number[]): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `UPDATE sandbox.links SET unlinked_at = now() WHERE id = ANY ($1) AND unlinked_at IS NULL`,
        [linkIds],
      );
      await manager.query(`DELETE FROM sandbox.deliveries WHERE link_id = ANY ($1)`, [linkIds]);
    });
  }
}

function digestOf(credentials: string): Buffer {
  return createHash('sha256').update(credentials).digest();
}
