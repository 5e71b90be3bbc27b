import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BLOB_STORE, deleteBlobs, type BlobStore } from '@chat/media';
import { BackgroundLoops, BusClient } from '@chat/bus';
import { heldBlobs, MAX_ASKED_BLOBS } from '@chat/contracts/blobs';
import { LOGGER, systemContext, type Logger } from '@chat/service-kit';
import { UploadsRepository, type Upload } from './uploads.repository';

const ROUND_MS = 5 * 60 * 1000;
const QUESTION_TIMEOUT_MS = 10_000;
/** No account, since the request concerns blobs of many. */
const NO_ACCOUNT = 0;

/**
 * Deletes uploads that no service keeps, because their request was refused, was a retry, or never reached the service.
 * A service that does not reply is asked again later.
 */
@Injectable()
export class UploadSweepService {
  constructor(
    loops: BackgroundLoops,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly uploads: UploadsRepository,
    private readonly dataSource: DataSource,
    private readonly bus: BusClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    loops.add({ name: 'upload-sweep', round: () => this.sweepBatch(), everyMs: ROUND_MS });
  }

  /**
   * After a crash, the batch is repeated.
   * @returns whether there may be more.
   * @throws the error of a blob that cannot be deleted. Its deletion is postponed, so that it does not delay others.
   */
  async sweepBatch(): Promise<boolean> {
    const { due, error } = await this.dataSource.transaction(async (manager) => {
      const due = await this.uploads.takeDue(MAX_ASKED_BLOBS, manager);
      return { due, error: due.length === 0 ? undefined : await this.settle(due, manager) };
    });
    if (error) throw error;
    return due.length > 0;
  }

  /** @returns the error of a blob that could not be deleted, if any. */
  private async settle(due: readonly Upload[], manager: EntityManager): Promise<Error | undefined> {
    const held = await this.ask(due);
    if (held === null) {
      await this.uploads.postpone(due, manager);
      return undefined;
    }
    const unwanted = due.filter(({ blob }) => !held.has(blob));
    const { stuck, error } = await deleteBlobs(this.store, unwanted);
    await this.uploads.postpone(stuck, manager);
    await this.uploads.end(
      due.filter((upload) => !stuck.includes(upload)),
      manager,
    );
    return error;
  }

  /** Returns the blobs that the service keeps, or null if it does not reply. */
  private async ask(due: readonly Upload[]): Promise<ReadonlySet<string> | null> {
    const { service } = due[0]!;
    const context = systemContext(NO_ACCOUNT, { timeoutMs: QUESTION_TIMEOUT_MS });
    const blobs = due.map(({ blob }) => blob);
    try {
      return new Set((await this.bus.request(heldBlobs(service), context, { body: { blobs } })).held);
    } catch (error) {
      this.logger.warn({ error, service }, 'it is not known yet which uploads are kept');
      return null;
    }
  }
}
