import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Linger } from '@chat/flow';
import { closeCodes } from '@chat/device-network';
import type { RawStatus, SessionSnapshot } from '@chat/contracts/device-sessions';
import type { Logger, SecretBox } from '@chat/service-kit';
import {
  EngineClosedError,
  type Arrival,
  type DeviceEngine,
  type EngineConnection,
  type EngineEvent,
  type OutgoingMessage,
  type SendOutcome,
} from '../engines/device-engine';
import type { InboundService } from '../inbound/inbound.service';
import { SerialQueue } from '../serial-queue';
import { afterClose, type SessionError, type Verdict } from '../session-store/connection.rules';
import { sealedCredentials } from '../session-store/sealed-credentials';
import { toSnapshot } from '../session-store/session.mapper';
import { Signal } from './signal';
import { LeaseLostError, type SessionRow, type Tenure } from '../session-store/session.row';
import type { SessionChange, SessionsRepository } from '../session-store/sessions.repository';

/** The dependencies of a session. */
export interface SessionParts {
  engine: DeviceEngine;
  sessions: SessionsRepository;
  inbound: InboundService;
  secrets: SecretBox;
  logger: Logger;
  onLeaseLost: (session: HeldSession) => void;
}

export interface ShownQr {
  text: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** Delay before another attempt when a change could not be written. */
const RETRY_MS = 2_000;
const LOG_OUT_TIMEOUT_MS = 3_000;
const MESSAGES_PAUSE_MS = 10;
const BEGINNING: readonly RawStatus[] = ['STARTING', 'CONNECTING'];
const UNDER_WAY: readonly RawStatus[] = ['STARTING', 'QRCODE', 'PAIRING', 'CONNECTING'];

/**
 * A session held by its owner: its connection, and what it does when that ends. Each change is written with a fence
 * before anything acts on it; events and operations run one at a time.
 */
export class HeldSession {
  private readonly queue = new SerialQueue();
  private readonly changed = new Signal();
  private readonly linger = new Linger();
  private connection: EngineConnection | null = null;
  private qr: ShownQr | null = null;
  private retryTimer: NodeJS.Timeout | undefined;
  private attempts = 0;
  private conflictAt: number | null = null;
  private isAbandoned = false;
  /** Whether it is about to continue where the last owner stopped. */
  private isResuming = false;
  lastSeenAt: Date | null = null;

  constructor(
    private row: SessionRow,
    private readonly parts: SessionParts,
  ) {}

  get tenure(): Tenure {
    return this.row;
  }

  get snapshot(): SessionSnapshot {
    return toSnapshot(this.row);
  }

  get isConnected(): boolean {
    return this.connection !== null && this.row.raw_status === 'CONNECTED';
  }

  get isLinked(): boolean {
    return this.row.credentials !== null;
  }

  /** Continues where the last owner stopped. */
  async resume(): Promise<void> {
    this.isResuming = this.isLinked && this.row.desired === 'RUNNING';
    await this.queue.take(async () => {
      if (this.isResuming) return this.connect();
      if (UNDER_WAY.includes(this.row.raw_status)) await this.change({ raw_status: 'STOPPED' });
    });
  }

  /** Resolves when the first connection of this owner is open or has failed, or when time is up. */
  async untilResumed(timeoutMs: number): Promise<void> {
    if (this.isResuming) await this.changed.waitFor(() => !this.isResuming || this.isAbandoned, timeoutMs);
  }

  /** Connects now, unless there is already a connection. */
  async start(): Promise<void> {
    await this.queue.take(async () => {
      if (!this.connection) await this.connect();
    });
  }

  /** Returns the current or next QR code; null when the session connected or ended instead, or time is up. */
  async nextQr(timeoutMs: number): Promise<ShownQr | null> {
    await this.changed.waitFor(
      () => this.currentQr() !== null || this.isConnected || this.hasEnded,
      timeoutMs,
    );
    return this.currentQr();
  }

  /** @throws EngineClosedError when the connection ended. */
  async pairingCode(phone: string): Promise<string> {
    const code = await this.connection?.requestPairingCode(phone);
    if (code === undefined) throw new EngineClosedError('There is no connection.');
    await this.queue.take(() => this.change({ raw_status: 'PAIRING' }));
    return code;
  }

  /** @throws Error when the network did not accept the bytes. */
  async upload(bytes: Readable, signal: AbortSignal): Promise<string> {
    if (!this.connection || !this.isConnected) throw new EngineClosedError('There is no connection.');
    return this.connection.upload(bytes, signal);
  }

  async send(message: OutgoingMessage, timeoutMs: number): Promise<SendOutcome> {
    if (!this.connection || !this.isConnected) return { kind: 'not_sent' };
    const outcome = await this.connection.send(message, timeoutMs);
    if (outcome.kind === 'accepted') this.lastSeenAt = new Date();
    return outcome;
  }

  /** @returns whether the network acknowledged it. */
  async read(chatMessageId: string, timeoutMs: number): Promise<boolean> {
    if (!this.connection || !this.isConnected) return false;
    return this.connection.read(chatMessageId, timeoutMs);
  }

  /** Ends the connection and forgets the link. @returns the session afterwards. */
  async reset({ unlessConnected }: { unlessConnected: boolean }): Promise<SessionSnapshot> {
    return this.queue.take(async () => {
      if (!unlessConnected || !this.isConnected) await this.forget('STOPPED', null);
      return this.snapshot;
    });
  }

  /** Like `reset`, but tells the network first, if it can be reached. */
  async logOut(reason: string | null): Promise<void> {
    await this.queue.take(async () => {
      const connection = this.disconnect();
      if (this.isLinked) await connection?.logOut(LOG_OUT_TIMEOUT_MS);
      connection?.close();
      await this.forget('LOGGED_OUT', reason === null ? null : { reason: 'logged_out', sentence: reason });
    });
  }

  /** Ends the connection so that another owner can continue. An unlinked session starts over there. */
  async shutDown(): Promise<void> {
    await this.queue.take(async () => {
      this.disconnect()?.close();
      if (!this.isLinked && UNDER_WAY.includes(this.row.raw_status)) {
        await this.change({ raw_status: 'STOPPED', desired: 'STOPPED' });
      }
    });
  }

  /** Ends the connection immediately and writes nothing more, because the lease is lost. */
  abandon(): void {
    this.isAbandoned = true;
    this.disconnect()?.close();
    this.changed.notify();
  }

  /** Whether no event is to come: there is no connection, and none is starting. */
  private get hasEnded(): boolean {
    const isBeginning = BEGINNING.includes(this.row.raw_status);
    return this.isAbandoned || (!this.connection && !isBeginning);
  }

  private currentQr(): ShownQr | null {
    return this.qr && this.qr.expiresAt > Date.now() ? this.qr : null;
  }

  private async connect(): Promise<void> {
    if (this.isAbandoned) throw new LeaseLostError();
    this.scheduleConnect(RETRY_MS);
    await this.change({ raw_status: this.isLinked ? 'CONNECTING' : 'STARTING', desired: 'RUNNING' });
    this.cancelConnect();
    if (this.isAbandoned) throw new LeaseLostError();
    const connection = this.parts.engine.connect(this.openCredentials(), {
      hear: (event) =>
        this.queue.take(async () => {
          // Late events of an earlier connection are ignored.
          if (this.connection === connection) await this.onEvent(event);
        }),
      hurry: () => this.linger.hurry(),
    });
    this.connection = connection;
  }

  private async onEvent(event: EngineEvent): Promise<void> {
    this.lastSeenAt = new Date();
    switch (event.type) {
      case 'qr':
        this.qr = { text: event.text, expiresAt: event.expiresAt };
        if (this.row.raw_status === 'STARTING') await this.change({ raw_status: 'QRCODE' });
        return this.changed.notify();
      case 'paired':
        this.qr = null;
        await this.change({ raw_status: 'CONNECTING', credentials: this.sealCredentials(event.credentials) });
        return;
      case 'open':
        this.attempts = 0;
        await this.change({ raw_status: 'CONNECTED', phone_number: event.phoneNumber, ...columnsOf(null) });
        return this.endResumption();
      case 'closed':
        await this.onClosed(event.code);
        return this.endResumption();
      case 'arrived':
        await this.guard(() => this.parts.inbound.record(this.row, event.arrivals));
        return this.pauseAfter(event.arrivals);
    }
  }

  /**
   * Pauses so that what arrives meanwhile is written together. Receipts are held back longer than messages, for which
   * people wait; there is no pause after a single message.
   */
  private async pauseAfter(arrivals: Arrival[]): Promise<void> {
    if (arrivals.every(({ type }) => type === 'receipt')) await this.linger.after(arrivals.length);
    else if (arrivals.length > 1) await delay(MESSAGES_PAUSE_MS);
  }

  private endResumption(): void {
    this.isResuming = false;
    this.changed.notify();
  }

  private async onClosed(code: number): Promise<void> {
    this.disconnect();
    const verdict = afterClose({
      code,
      isLinked: this.isLinked,
      attempts: this.attempts,
      msSinceConflict: this.conflictAt && Date.now() - this.conflictAt,
      random: Math.random(),
    });
    if (code === closeCodes.connectionReplaced) this.conflictAt = Date.now();
    if (verdict.delayMs > 0) this.attempts += 1;
    await this.follow(verdict);
  }

  private async follow({ next, rawStatus, error, delayMs }: Verdict): Promise<void> {
    switch (next) {
      case 'reconnect':
        this.scheduleConnect(delayMs);
        return this.change({ raw_status: rawStatus, ...columnsOf(error) });
      case 'stop':
        return this.end({ raw_status: rawStatus, ...columnsOf(error) });
      case 'forget':
        return this.forget(rawStatus, error);
    }
  }

  private async forget(rawStatus: RawStatus, error: SessionError | null): Promise<void> {
    this.disconnect()?.close();
    this.attempts = 0;
    this.conflictAt = null;
    await this.end({
      raw_status: rawStatus,
      ...columnsOf(error),
      credentials: null,
      phone_number: null,
    });
  }

  /** Ends the session. Until that is written, a running session stays scheduled to reconnect. */
  private async end(change: SessionChange): Promise<void> {
    if (this.row.desired === 'RUNNING') this.scheduleConnect(RETRY_MS);
    await this.change({ ...change, desired: 'STOPPED' });
    this.cancelConnect();
  }

  /** @returns the former connection, for the caller to close. */
  private disconnect(): EngineConnection | null {
    this.cancelConnect();
    const connection = this.connection;
    this.connection = null;
    this.qr = null;
    return connection;
  }

  private scheduleConnect(delayMs: number): void {
    this.cancelConnect();
    const timer = setTimeout(() => {
      this.retry(timer).catch((error: unknown) => {
        if (!(error instanceof LeaseLostError)) this.parts.logger.error({ error }, 'could not connect');
      });
    }, delayMs);
    this.retryTimer = timer;
  }

  /** Connects, unless the timer was cancelled after it fired, while it waited for its turn. */
  private async retry(timer: NodeJS.Timeout): Promise<void> {
    await this.queue.take(async () => {
      if (this.retryTimer === timer) await this.connect();
    });
  }

  private cancelConnect(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
  }

  private async change(change: SessionChange): Promise<void> {
    if (isAsItStands(this.row, change)) return;
    this.row = await this.guard(() => this.parts.sessions.change(this.row, change, this.lastSeenAt));
    this.changed.notify();
  }

  private async guard<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (error instanceof LeaseLostError) this.parts.onLeaseLost(this);
      throw error;
    }
  }

  private openCredentials(): string | null {
    const { credentials, account_id, channel_id } = this.row;
    return (
      credentials &&
      this.parts.secrets.open(credentials, sealedCredentials.contextOf([account_id, channel_id]))
    );
  }

  private sealCredentials(credentials: string): Buffer {
    return this.parts.secrets.seal(
      credentials,
      sealedCredentials.contextOf([this.row.account_id, this.row.channel_id]),
    );
  }
}

function columnsOf(error: SessionError | null): Pick<SessionRow, 'last_error' | 'last_error_reason'> {
  return { last_error: error?.sentence ?? null, last_error_reason: error?.reason ?? null };
}

function isAsItStands(row: SessionRow, change: SessionChange): boolean {
  return Object.entries(change).every(([name, value]) => row[name as keyof SessionChange] === value);
}
