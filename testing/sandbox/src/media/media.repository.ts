import type { DataSource } from 'typeorm';

/** With `expired` the phone still has the bytes and can upload them again; with `gone` and `lost` it has not. */
export const mediaStates = ['there', 'unavailable', 'expired', 'gone', 'lost'] as const;
export type MediaState = (typeof mediaStates)[number];

/** Bytes that a device or a person uploaded to the network. */
export interface MediaRow {
  ref: string;
  /** Their location in the sandbox's own store. */
  blob: string;
  size: number;
  sha256: string;
  /** How the network answers devices that request them. */
  state: MediaState;
}

export class MediaRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert({ ref, blob, size, sha256 }: Omit<MediaRow, 'state'>): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO sandbox.media (ref, blob, size, sha256) VALUES ($1, $2, $3, $4)`,
      [ref, blob, size, sha256],
    );
  }

  async find(ref: string): Promise<MediaRow | null> {
    const [row]: MediaRow[] = await this.dataSource.query(
      `SELECT ref, blob, size, sha256, state FROM sandbox.media WHERE ref = $1`,
      [ref],
    );
    return row ?? null;
  }

  async setState(ref: string, state: MediaState): Promise<void> {
    await this.dataSource.query(`UPDATE sandbox.media SET state = $2 WHERE ref = $1`, [ref, state]);
  }
}
