import type { DataSource, EntityManager } from 'typeorm';
import type { SharedContact, SharedThread } from './shared';

/** Marks that the business does not share its history. */
export type Declined = 'declined';

/** Both halves of a sync: what was requested, and what there is to share. */
export interface SyncState {
  contacts_requested: boolean;
  history_requested: boolean;
  contacts: SharedContact[] | null;
  threads: SharedThread[] | Declined | null;
}

/** Stores what a number in the business app shares. */
export class SyncRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs with the number locked, so that data is sent once, whether the request or the data comes first. */
  async withState<T>(
    numberId: string,
    work: (state: SyncState, manager: EntityManager) => Promise<T>,
  ): Promise<T> {
    return this.dataSource.transaction(async (manager) => {
      const [state]: [SyncState] = await manager.query(
        `SELECT contacts_requested_at IS NOT NULL AS contacts_requested,
           history_requested_at IS NOT NULL AS history_requested,
           shared_contacts AS contacts, shared_threads AS threads
         FROM sandbox.cloud_numbers WHERE id = $1 FOR UPDATE`,
        [numberId],
      );
      return work(state, manager);
    });
  }

  async markRequested(numberId: string, kind: SyncKind, manager: EntityManager): Promise<void> {
    const column = kind === 'history' ? 'history_requested_at' : 'contacts_requested_at';
    await manager.query(`UPDATE sandbox.cloud_numbers SET ${column} = now() WHERE id = $1`, [numberId]);
  }

  /** Keeps the data until the sync is requested. */
  async share(
    numberId: string,
    kind: SyncKind,
    shared: readonly object[] | Declined,
    manager: EntityManager,
  ): Promise<void> {
    const column = kind === 'history' ? 'shared_threads' : 'shared_contacts';
    await manager.query(`UPDATE sandbox.cloud_numbers SET ${column} = $2 WHERE id = $1`, [
      numberId,
      JSON.stringify(shared),
    ]);
  }
}

export type SyncKind = 'smb_app_state_sync' | 'history';
