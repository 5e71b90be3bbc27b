import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { outageOf } from '@chat/errors';
import { Batcher } from '@chat/flow';
import { LOGGER, wasRolledBack, type Logger } from '@chat/service-kit';
import type { KeyChange } from '../engines/device-engine';
import { SessionKeysRepository, type KeyChanges } from './session-keys.repository';
import { LeaseLostError, type Tenure } from './session.row';
import { fence } from './sessions.repository';

/** Maximum number of sessions whose writes share a commit. */
const BATCH_SIZE = 64;
const READ_PAUSE_MS = 250;

/** The keys of sessions. Writes of sessions that wait share a commit. */
@Injectable()
export class SessionKeys {
  private readonly writes: Batcher<KeyChanges, boolean>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: SessionKeysRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.writes = new Batcher<KeyChanges, boolean>((batch) => this.writeAll(batch), {
      size: BATCH_SIZE,
      keyOf: ({ tenure: { account_id, channel_id } }) => `${account_id}/${channel_id}`,
      changedNothing: wasRolledBack,
    });
  }

  /**
   * Waits while the database is away.
   * @param ids null for all of this kind.
   * @param signal aborts the wait; its reason is thrown.
   * @returns the keys that exist, by id.
   */
  async read(
    tenure: Tenure,
    kind: string,
    ids: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    for (let isFirst = true; ; isFirst = false) {
      signal.throwIfAborted();
      try {
        return await this.keys.read(tenure, kind, ids);
      } catch (error) {
        if (!outageOf(error)) throw error;
        if (isFirst) this.logger.warn({ error }, 'the keys of a session cannot be read: trying again');
      }
      await pause(signal);
    }
  }

  /** Changes all of these keys or none. @throws LeaseLostError when the session has another owner by now. */
  async write(tenure: Tenure, changes: readonly KeyChange[]): Promise<void> {
    if (!(await this.writes.add({ tenure, changes }))) throw new LeaseLostError();
  }

  private writeAll(batch: KeyChanges[]): Promise<boolean[]> {
    return this.dataSource.transaction(async (manager) => {
      const isHeld = await fence(
        manager,
        batch.map(({ tenure }) => tenure),
      );
      await this.keys.write(
        batch.filter((_, index) => isHeld[index]),
        manager,
      );
      return isHeld;
    });
  }
}

/** @throws the reason of the signal when it aborts. */
async function pause(signal: AbortSignal): Promise<void> {
  await delay(READ_PAUSE_MS, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}
