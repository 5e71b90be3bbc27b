import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { AppError } from '@chat/errors';
import { BLOB_STORE, storageLow, type BlobStore } from '@chat/media';
import { CONFIG } from '@chat/service-kit';
import { instruments, Samplers } from '@chat/telemetry';
import type { MessagingConfig } from '../config';

const ROUND_MS = 30_000;

const USED = `
  SELECT pg_database_size(current_database()) AS database,
    (SELECT coalesce(sum(used), 0)::bigint FROM messaging.usage WHERE limit_name = 'media_bytes') AS media`;

/**
 * How much of its space the installation uses. What writes most is refused first, so that messages still have room: files of
 * requests when media fills its space, and histories when the database does.
 */
@Injectable()
export class Space {
  /** The used part of each limited space; 1 is all of it. */
  private shares: Readonly<Record<string, number>> = {};

  constructor(
    loops: BackgroundLoops,
    samplers: Samplers,
    private readonly dataSource: DataSource,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    @Inject(CONFIG) private readonly config: MessagingConfig,
  ) {
    loops.add({ name: 'space', round: () => this.measure(), everyMs: ROUND_MS });
    samplers.add('space', () =>
      Object.entries(this.shares).map(([space, value]) => ({
        gauge: instruments.spaceUsed,
        labels: { service: 'messaging', space },
        value,
      })),
    );
  }

  /** @throws AppError `service_unavailable`, reason `storage_low`. */
  requireForFiles(): void {
    if ((this.shares.media ?? 0) >= 1) throw storageLow();
  }

  /** @throws AppError `service_unavailable`, reason `storage_low`; the connector asks again. */
  requireForHistory(): void {
    if ((this.shares.database ?? 0) < 1) return;
    throw new AppError('service_unavailable', {
      reason: 'storage_low',
      message: 'The database has too little space for a history. It is imported when there is more.',
    });
  }

  private async measure(): Promise<void> {
    const { MEDIA_MAX_BYTES: media, DATABASE_MAX_BYTES: database } = this.config;
    const folder = await this.store.usedShare();
    const [used]: [{ database: number; media: number }] = await this.dataSource.query(USED);
    this.shares = {
      ...(folder !== null && { media_folder: folder }),
      ...(media > 0 && { media: used.media / media }),
      ...(database > 0 && { database: used.database / database }),
    };
  }
}
