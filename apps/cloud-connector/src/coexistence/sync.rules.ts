import type { SyncStatus } from '@chat/contracts/cloud-connector';

/** What the provider is asked for, in this order: contacts, then the history. */
export type SyncKind = 'smb_app_state_sync' | 'history';

/** How far the business app has shared what it has. Times are ISO 8601. */
export interface SyncState {
  status: SyncStatus;
  /** Names the sync: another onboarding begins another. */
  beganAt: string;
  /** What the provider may have been asked for. */
  asked: SyncKind[];
  /** How much of the history the provider has delivered at least, in percent. */
  announced: number;
  /** The parts of the history that were delivered, and those of them that are stored. */
  parts: number;
  stored: number;
  /** What people saw last, in percent. */
  progress: number;
  contactsAt: string | null;
  completedAt: string | null;
  error: string | null;
}

/** The provider shares so long. */
export const SYNC_WINDOW_MS = 24 * 60 * 60 * 1000;

const EXPIRED =
  'The provider did not share everything within 24 hours. Disconnect the number from the API in the business app, then ' +
  'connect it again.';

/** What is known of a number that is connected once more. */
interface KnownNumber {
  phone_number_id: string;
  reason: string;
  sync: SyncState | null;
}

/**
 * The sync of a number that is being connected. One that was only renewed keeps its own, since the provider shares once
 * in each onboarding; one that was removed at the provider was onboarded again.
 */
export function syncOf(before: KnownNumber | null, phoneNumberId: string, now: Date): SyncState {
  const isRenewed = before?.phone_number_id === phoneNumberId && before.reason !== 'number_removed';
  if (isRenewed && before.sync && before.sync.status !== 'failed') return before.sync;
  return {
    status: 'requested',
    beganAt: now.toISOString(),
    asked: [],
    announced: 0,
    parts: 0,
    stored: 0,
    progress: 0,
    contactsAt: null,
    completedAt: null,
    error: null,
  };
}

export function endOf({ beganAt }: SyncState): Date {
  return new Date(Date.parse(beganAt) + SYNC_WINDOW_MS);
}

export function isOver(state: SyncState, now: Date): boolean {
  return now >= endOf(state);
}

export function isUnderWay({ status }: SyncState): boolean {
  return status === 'requested' || status === 'running';
}

export function asking(state: SyncState, kind: SyncKind): SyncState {
  return state.asked.includes(kind) ? state : { ...state, asked: [...state.asked, kind] };
}

export function withContacts(state: SyncState, now: Date): SyncState {
  const status = state.status === 'requested' ? 'running' : state.status;
  return { ...state, status, contactsAt: state.contactsAt ?? now.toISOString() };
}

/**
 * A piece of the history came, in so many parts. One that comes after the last one lets the sync run again. Once the 24 hours are
 * over, which end it once, only the last piece does: what is stored without it is never the whole.
 */
export function withHistory(
  state: SyncState,
  { parts, announced }: { parts: number; announced: number },
  now: Date,
): SyncState {
  const more = { ...state, announced: Math.max(state.announced, announced), parts: state.parts + parts };
  if (isOver(state, now) && more.announced < 100) return advanced(more, now);
  const progress = state.status === 'completed' ? 0 : state.progress;
  return advanced({ ...more, status: 'running', completedAt: null, error: null, progress }, now);
}

export function withStoredPart(state: SyncState, now: Date): SyncState {
  return advanced({ ...state, stored: Math.min(state.stored + 1, state.parts) }, now);
}

/** The business does not share its history. */
export function declined(state: SyncState, now: Date): SyncState {
  return { ...state, status: 'declined', completedAt: now.toISOString() };
}

export function failed(state: SyncState, error: string): SyncState {
  return { ...state, status: 'failed', error };
}

/** At the end of the 24 hours. What was delivered whole may still be on its way into the store. */
export function expired(state: SyncState): SyncState {
  return isUnderWay(state) && state.announced < 100 ? failed(state, EXPIRED) : state;
}

/** Whether people see the same of both. */
export function looksAs(one: SyncState, other: SyncState): boolean {
  const shown = ['status', 'progress', 'contactsAt', 'completedAt', 'error'] as const;
  return one.beganAt === other.beganAt && shown.every((name) => one[name] === other[name]);
}

/** The provider's last piece has been delivered, and all parts are stored: it is done. Until then a percent is left. */
function advanced(state: SyncState, now: Date): SyncState {
  const { status, announced, parts, stored } = state;
  if (status === 'running' && announced >= 100 && stored >= parts) {
    return { ...state, status: 'completed', completedAt: now.toISOString(), progress: 100 };
  }
  if (status === 'completed') return state;
  const share = parts === 0 ? 1 : stored / parts;
  return { ...state, progress: Math.max(state.progress, Math.min(99, Math.floor(announced * share))) };
}
