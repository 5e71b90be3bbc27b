import type { NumberSync } from '@chat/contracts/cloud-connector';
import { toTimestamp } from '@chat/service-kit';
import { endOf, type SyncState } from './sync.rules';

export function toNumberSync(state: SyncState): NumberSync {
  return {
    status: state.status,
    progress: state.progress,
    contacts_at: state.contactsAt && toTimestamp(new Date(state.contactsAt)),
    expires_at: toTimestamp(endOf(state)),
    completed_at: state.completedAt && toTimestamp(new Date(state.completedAt)),
    error: state.error,
  };
}
