import type { RawStatus, SessionSnapshot } from '@chat/contracts/device-sessions';
import type { SecretBox } from '@chat/service-kit';
import type { Arrival, DeviceEngine, KeyChange, SessionStore } from '../engines/device-engine';
import type { InboundService } from '../inbound/inbound.service';
import type { SentContents } from '../session-store/sent-contents';
import { SerialQueue } from '../serial-queue';
import { sealedCredentials } from '../session-store/sealed-credentials';
import type { SessionKeys } from '../session-store/session-keys.service';
import { toSnapshot } from '../session-store/session.mapper';
import { LeaseLostError, type SessionRow, type Tenure } from '../session-store/session.row';
import type { SessionChange, SessionsRepository } from '../session-store/sessions.repository';

/** What a session is stored with. */
export interface StoreParts {
  sessions: SessionsRepository;
  keys: SessionKeys;
  inbound: InboundService;
  sentContents: SentContents;
  secrets: SecretBox;
  /** The engine of the sessions that link a phone now. */
  engineName: string;
}

/**
 * What is stored of one session, written by its owner only: each write is fenced, and writes happen one at a time, in
 * the order of calls.
 */
export class StoredSession implements SessionStore {
  private readonly writes = new SerialQueue();
  private readonly abandoned = new AbortController();

  /** @param onLeaseLost called when a write finds that another replica holds the session. */
  constructor(
    private row: SessionRow,
    private readonly parts: StoreParts,
    private readonly onLeaseLost: () => void,
  ) {}

  get tenure(): Tenure {
    return this.row;
  }

  get snapshot(): SessionSnapshot {
    return toSnapshot(this.row);
  }

  get rawStatus(): RawStatus {
    return this.row.raw_status;
  }

  get isLinked(): boolean {
    return this.row.credentials !== null;
  }

  get isDesired(): boolean {
    return this.row.desired === 'RUNNING';
  }

  /** The engine that the phone was linked with; null before that. */
  get engineName(): string | null {
    return this.row.engine;
  }

  get isAbandoned(): boolean {
    return this.abandoned.signal.aborted;
  }

  get state(): string | null {
    const { credentials } = this.row;
    return credentials && this.parts.secrets.open(credentials, this.context);
  }

  /** Ends reads that wait, because the lease is lost. Writes find out by themselves. */
  abandon(): void {
    this.abandoned.abort(new LeaseLostError());
  }

  /** Applies a change and tells of it. @returns whether there was anything to change. */
  async change(change: SessionChange, lastSeenAt: Date | null): Promise<boolean> {
    return this.write(async () => {
      if (isAsItStands(this.row, change)) return false;
      this.row = await this.parts.sessions.change(this.row, change, lastSeenAt);
      return true;
    });
  }

  async saveState(state: string): Promise<void> {
    const engine = this.row.engine ?? this.parts.engineName;
    await this.write(async () => {
      const credentials = this.parts.secrets.seal(state, this.context);
      await this.parts.sessions.saveState(this.row, credentials, engine);
      this.row = { ...this.row, credentials, engine };
    });
  }

  /** Drops what a backup may have rewound, before anything is encrypted or read with it. */
  async settleRestore(engine: DeviceEngine): Promise<void> {
    if (!this.row.restored) return;
    await this.write(async () => {
      const { state } = this;
      if (state === null) return;
      const kept = engine.afterRestore(state);
      const credentials = this.parts.secrets.seal(kept.state, this.context);
      await this.parts.sessions.settleRestore(this.row, credentials, kept.dropped);
      this.row = { ...this.row, credentials, restored: false };
    });
  }

  readKeys(kind: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.parts.keys.read(this.row, kind, ids, this.abandoned.signal);
  }

  readAllKeys(kind: string): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.parts.keys.read(this.row, kind, null, this.abandoned.signal);
  }

  writeKeys(changes: readonly KeyChange[]): Promise<void> {
    return this.write(() => this.parts.keys.write(this.row, changes));
  }

  sentContent(chatMessageId: string): Promise<Uint8Array | null> {
    return this.parts.sentContents.find(this.row.account_id, this.row.channel_id, chatMessageId);
  }

  /** Records arrivals and the keys that they changed: both, or neither. */
  async record(arrivals: Arrival[], keys: KeyChange[]): Promise<void> {
    await this.guard(() => this.parts.inbound.record(this.row, arrivals, keys));
  }

  private write<T>(work: () => Promise<T>): Promise<T> {
    return this.writes.take(() => this.guard(work));
  }

  private async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof LeaseLostError) this.onLeaseLost();
      throw error;
    }
  }

  private get context(): string {
    return sealedCredentials.contextOf([this.row.account_id, this.row.channel_id]);
  }
}

function isAsItStands(row: SessionRow, change: SessionChange): boolean {
  return Object.entries(change).every(([name, value]) => row[name as keyof SessionChange] === value);
}
