import type { SyncStatus } from '@chat/contracts/cloud-connector';

/** The provider's sync types, requested in this order: contacts, then the history. */
export type SyncKind = 'smb_app_state_sync' | 'history';

/** The progress of a sync with the business app. Times are ISO 8601. */
export interface SyncState {
  status: SyncStatus;
  /** Identifies the sync: every onboarding starts a new one. */
  beganAt: string;
  /** The types that may have been requested. */
  asked: SyncKind[];
  /** The delivered share of the history, at least, in percent. */
  announced: number;
  /** The parts of the history that were delivered, and how many of them are stored. */
  parts: number;
  stored: number;
  /** The progress last shown, in percent. */
  progress: number;
  contactsAt: string | null;
  completedAt: string | null;
  error: string | null;
}

/** How long the provider shares data after onboarding. */
export const SYNC_WINDOW_MS = 24 * 60 * 60 * 1000;

const EXPIRED =
  'The provider did not share everything within 24 hours. Disconnect the number from the API in the business app, then ' +
  'connect it again.';

/** The state of a number before it is connected again. */
interface KnownNumber {
  phone_number_id: string;
  reason: string;
  sync: SyncState | null;
}

/**
 * Returns the sync of a number that is being connected. A renewed number keeps its sync, since the provider shares once
 * per onboarding; a number that was removed at the provider has been onboarded again.
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

/** The provider refused the request for now, so it is still to be made. */
export function notAsked(state: SyncState, kind: SyncKind): SyncState {
  return { ...state, asked: state.asked.filter((asked) => asked !== kind) };
}

export function withContacts(state: SyncState, now: Date): SyncState {
  const status = state.status === 'requested' ? 'running' : state.status;
  return { ...state, status, contactsAt: state.contactsAt ?? now.toISOString() };
}

/**
 * Records a piece of the history that was split into that many parts. A piece after the last one lets the sync resume.
 * After the 24 hours, which end the sync, only the last piece does: without it the history is never complete.
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

/** The business declined to share its history. */
export function declined(state: SyncState, now: Date): SyncState {
  return { ...state, status: 'declined', completedAt: now.toISOString() };
}

export function failed(state: SyncState, error: string): SyncState {
  return { ...state, status: 'failed', error };
}

/** Ends the sync after 24 hours, unless everything was delivered and only has to be stored. */
export function expired(state: SyncState): SyncState {
  return isUnderWay(state) && state.announced < 100 ? failed(state, EXPIRED) : state;
}

/** Whether both look the same to users. */
export function looksAs(one: SyncState, other: SyncState): boolean {
  const shown = ['status', 'progress', 'contactsAt', 'completedAt', 'error'] as const;
  return one.beganAt === other.beganAt && shown.every((name) => one[name] === other[name]);
}

/**
 * Completes the sync when the last piece is delivered and all parts are stored. Until then progress stays below 100.
 */
function advanced(state: SyncState, now: Date): SyncState {
  const { status, announced, parts, stored } = state;
  if (status === 'running' && announced >= 100 && stored >= parts) {
    return { ...state, status: 'completed', completedAt: now.toISOString(), progress: 100 };
  }
  if (status === 'completed') return state;
  const share = parts === 0 ? 1 : stored / parts;
  return { ...state, progress: Math.max(state.progress, Math.min(99, Math.floor(announced * share))) };
}
