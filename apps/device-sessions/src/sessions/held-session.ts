import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Linger } from '@chat/flow';
import type { MessageContent } from '@chat/contracts/connector';
import type { RawStatus, SessionSnapshot } from '@chat/contracts/device-sessions';
import { instruments } from '@chat/telemetry';
import {
  EngineClosedError,
  type Arrival,
  type DeviceEngine,
  type EngineConnection,
  type EngineEvent,
  type OutgoingMessage,
  type PairingCode,
  type Person,
  type ReceivedName,
  type Referred,
  type SendOutcome,
  type UploadKind,
} from '../engines/device-engine';
import { SerialQueue } from '../serial-queue';
import {
  afterClose,
  ENGINE_MISSING,
  LOST,
  restrictedUntil,
  type SessionError,
  type Verdict,
} from '../session-store/connection.rules';
import { columnsOf } from '../session-store/session.mapper';
import { LeaseLostError, type Tenure } from '../session-store/session.row';
import type { SessionChange } from '../session-store/sessions.repository';
import { Grace } from './grace';
import { inTime } from './in-time';
import type { SessionParts } from './session-parts';
import { Signal } from './signal';
import { SilenceWatch } from './silence-watch';
import type { StoredSession } from './stored-session';

export interface ShownQr {
  text: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** What the network does not let the phone do: start new chats. */
export interface Restriction {
  /** Null if the network does not say. */
  until: Date | null;
}

/** Delay before another attempt when a change could not be written. */
const RETRY_MS = 2_000;
const LOG_OUT_TIMEOUT_MS = 3_000;
const MESSAGES_PAUSE_MS = 10;
/** Arrivals that are not stored by then are given back to the network. */
const SETTLE_MS = 60_000;
const BEGINNING: readonly RawStatus[] = ['STARTING', 'CONNECTING'];
/** Of a linked session without a connection: the second until the loss is written. */
const EXPECTED: readonly RawStatus[] = ['CONNECTING', 'CONNECTED'];
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
  private silence: SilenceWatch | undefined;
  private qr: ShownQr | null = null;
  private retryTimer: NodeJS.Timeout | undefined;
  private readonly grace: Grace;
  /** Why there is no connection. */
  private loss: SessionError = LOST;
  private attempts = 0;
  private conflictAt: number | null = null;
  /** Whether it is about to continue where the last owner stopped. */
  private isResuming = false;
  restriction: Restriction | null = null;
  lastSeenAt: Date | null = null;

  constructor(
    private readonly stored: StoredSession,
    private readonly parts: SessionParts,
  ) {
    this.grace = new Grace(parts.graceMs);
  }

  get tenure(): Tenure {
    return this.stored.tenure;
  }

  get snapshot(): SessionSnapshot {
    return this.stored.snapshot;
  }

  get isConnected(): boolean {
    return this.connection !== null && this.stored.rawStatus === 'CONNECTED';
  }

  get isLinked(): boolean {
    return this.stored.isLinked;
  }

  /** Continues where the last owner stopped, when it is its turn. */
  async resume(): Promise<void> {
    this.isResuming = this.isLinked && this.stored.isDesired;
    if (this.isResuming) await this.parts.pace.turn();
    await this.queue.take(async () => {
      // It may have been started, or reset, while it waited.
      if (this.connection) return;
      if (this.isLinked && this.stored.isDesired) return this.connect();
      this.endResumption();
      await this.stopIfUnderWay({});
    });
  }

  /** Resolves when a linked session that is connecting is connected or has failed to, or when time is up. */
  async untilConnected(timeoutMs: number): Promise<void> {
    await this.changed.waitFor(() => this.isConnected || !this.isReconnecting, timeoutMs);
  }

  /** Connects, unless there is already a connection, as soon as it is its turn among those who are asked for. */
  async start(): Promise<void> {
    await this.queue.take(async () => {
      if (this.connection) return;
      await this.parts.startPace.turn();
      await this.connect();
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

  /** @throws EngineClosedError when the connection ended, PairingRefusedError when the network refused. */
  async pairingCode(phone: string): Promise<PairingCode> {
    if (!this.connection) throw noConnection();
    const code = await this.connection.requestPairingCode(phone);
    await this.queue.take(() => this.change({ raw_status: 'PAIRING' }));
    return code;
  }

  /** @throws Error when the network did not answer. */
  async lookUp(phones: readonly string[], timeoutMs: number): Promise<Person | null> {
    return this.open().lookUp(phones, timeoutMs);
  }

  /** @throws Error when the network did not accept the bytes. */
  async upload(kind: UploadKind, open: () => Promise<Readable>, signal: AbortSignal): Promise<string> {
    return this.open().upload(kind, open, signal);
  }

  /** @throws Error when there is no connection; MediaGoneError when the phone no longer has the bytes. */
  async renewMedia(source: string, timeoutMs: number): Promise<string> {
    return this.open().renewMedia(source, timeoutMs);
  }

  /** @throws EngineClosedError when there is no connection. */
  compose(content: MessageContent, uploaded: string | null, referred: Referred | null): Uint8Array | null {
    return this.open().compose(content, uploaded, referred);
  }

  async send(message: OutgoingMessage, timeoutMs: number): Promise<SendOutcome> {
    if (!this.connection || !this.isConnected) return { kind: 'not_sent' };
    const outcome = await this.connection.send(message, timeoutMs);
    if (outcome.kind === 'accepted') this.lastSeenAt = new Date();
    return outcome;
  }

  /** @returns whether the network acknowledged it. */
  async read(messages: readonly ReceivedName[], timeoutMs: number): Promise<boolean> {
    if (!this.connection || !this.isConnected) return false;
    return this.connection.read(messages, timeoutMs);
  }

  /** @returns whether it was written. */
  async showTyping(to: Person): Promise<boolean> {
    if (!this.connection || !this.isConnected) return false;
    return this.connection.showTyping(to);
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
      this.grace.end();
      this.disconnect()?.close();
      if (!this.isLinked) await this.stopIfUnderWay({ desired: 'STOPPED' });
    });
  }

  /** Ends the connection immediately and writes nothing more, because the lease is lost. */
  abandon(): void {
    this.stored.abandon();
    this.grace.end();
    this.disconnect()?.close();
    this.changed.notify();
  }

  /** Whether the link is there, and a connection is expected in a moment. */
  private get isReconnecting(): boolean {
    const isExpected = this.isResuming || EXPECTED.includes(this.stored.rawStatus);
    return isExpected && this.isLinked && !this.stored.isAbandoned;
  }

  /** Whether no event is to come: there is no connection, and none is starting. */
  private get hasEnded(): boolean {
    const isBeginning = BEGINNING.includes(this.stored.rawStatus);
    return this.stored.isAbandoned || (!this.connection && !isBeginning);
  }

  private async stopIfUnderWay(change: SessionChange): Promise<void> {
    if (UNDER_WAY.includes(this.stored.rawStatus)) await this.change({ raw_status: 'STOPPED', ...change });
  }

  private open(): EngineConnection {
    if (!this.connection || !this.isConnected) throw noConnection();
    return this.connection;
  }

  private currentQr(): ShownQr | null {
    return this.qr && this.qr.expiresAt > Date.now() ? this.qr : null;
  }

  private async connect(): Promise<void> {
    if (this.stored.isAbandoned) throw new LeaseLostError();
    const engine = this.parts.engines.of(this.stored.engineName);
    if (!engine) return this.end({ raw_status: 'FAILED', ...columnsOf(ENGINE_MISSING) });
    // The former owner may have left in the middle of a break.
    if (EXPECTED.includes(this.stored.rawStatus) && !this.grace.isRunning) this.beginGrace();
    this.scheduleConnect(RETRY_MS);
    await this.change({ raw_status: this.beginning, desired: 'RUNNING' });
    await this.stored.settleRestore(engine);
    this.cancelConnect();
    if (this.stored.isAbandoned) throw new LeaseLostError();
    this.connectWith(engine);
  }

  /** A line that was told to be broken stays so until it is open: attempts are told to nobody. */
  private get beginning(): RawStatus {
    if (!this.isLinked) return 'STARTING';
    return this.stored.rawStatus === 'DISCONNECTED' ? 'DISCONNECTED' : 'CONNECTING';
  }

  private connectWith(engine: DeviceEngine): void {
    // Late events of an earlier connection are ignored.
    const ifCurrent = (work: () => Promise<void>) =>
      this.queue.take(async () => {
        if (this.connection === connection) await work();
      });
    const silence = new SilenceWatch(() => {
      const replace = () => this.onEvent({ type: 'closed', reason: 'lost' });
      ifCurrent(replace).catch((error: unknown) =>
        this.logUnlessLost(error, 'could not replace a connection'),
      );
    });
    const connection = engine.connect(this.stored, {
      handle: (event) => ifCurrent(() => this.onEvent(event)),
      hurry: () => this.linger.hurry(),
      alive: () => silence.alive(),
      inTurn: (work) => this.parts.heavyWork.take(work),
    });
    this.connection = connection;
    this.silence = silence;
  }

  private async onEvent(event: EngineEvent): Promise<void> {
    // A code is the network's alone: no phone has been there yet.
    if (event.type !== 'closed' && event.type !== 'qr') this.lastSeenAt = new Date();
    switch (event.type) {
      case 'qr':
        this.qr = { text: event.text, expiresAt: event.expiresAt };
        if (this.stored.rawStatus === 'STARTING') await this.change({ raw_status: 'QRCODE' });
        return this.changed.notify();
      case 'paired':
        this.qr = null;
        return this.change({ raw_status: 'CONNECTING' });
      case 'open':
        this.attempts = 0;
        await this.change({ raw_status: 'CONNECTED', phone_number: event.phoneNumber, ...columnsOf(null) });
        this.grace.end();
        return this.endResumption();
      case 'restricted':
        this.restriction = event.isRestricted ? { until: event.until } : null;
        return this.change(columnsOf(this.restriction && restrictedUntil(this.restriction.until)));
      case 'closed':
        await this.onClosed(event);
        return this.endResumption();
      case 'arrived':
        await inTime(this.stored.record(event.arrivals, event.keys), SETTLE_MS);
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

  private async onClosed({ reason, until }: Extract<EngineEvent, { type: 'closed' }>): Promise<void> {
    instruments.deviceEnds.live?.inc({ reason });
    this.disconnect()?.close();
    const verdict = afterClose({
      reason,
      until: until ?? null,
      isLinked: this.isLinked,
      attempts: this.attempts,
      msSinceConflict: this.conflictAt && Date.now() - this.conflictAt,
      now: new Date(),
      random: Math.random(),
    });
    if (reason === 'replaced') this.conflictAt = Date.now();
    if (verdict.delayMs > 0) this.attempts += 1;
    await this.follow(verdict);
  }

  private async follow(verdict: Verdict): Promise<void> {
    const { next, rawStatus, error, delayMs } = verdict;
    this.loss = error ?? LOST;
    if (verdict.isPassing && this.stored.rawStatus === 'CONNECTED') this.beginGrace();
    switch (next) {
      case 'reconnect':
        this.scheduleConnect(delayMs);
        if (verdict.isPassing && this.grace.isRunning) return this.change({ raw_status: 'CONNECTING' });
        if (verdict.isPassing && this.stored.rawStatus === 'DISCONNECTED') return;
        this.grace.end();
        return this.change({ raw_status: rawStatus, ...columnsOf(error) });
      case 'stop':
        return this.end({ raw_status: rawStatus, ...columnsOf(error) });
      case 'forget':
        return this.forget(rawStatus, error);
    }
  }

  private beginGrace(): void {
    this.grace.begin((isOver) => {
      const reporting = this.queue.take(async () => {
        if (!isOver()) return;
        this.grace.end();
        await this.change({ raw_status: 'DISCONNECTED', ...columnsOf(this.loss) });
      });
      reporting.catch((error: unknown) => this.logUnlessLost(error, 'could not tell of a broken line'));
    });
  }

  private async forget(rawStatus: RawStatus, error: SessionError | null): Promise<void> {
    this.disconnect()?.close();
    this.attempts = 0;
    this.conflictAt = null;
    await this.end({ raw_status: rawStatus, ...columnsOf(error), credentials: null, phone_number: null });
  }

  /** Ends the session. Until that is written, a running session stays scheduled to reconnect. */
  private async end(change: SessionChange): Promise<void> {
    if (this.stored.isDesired) this.scheduleConnect(RETRY_MS);
    await this.change({ ...change, desired: 'STOPPED' });
    this.grace.end();
    this.cancelConnect();
  }

  /** @returns the former connection, for the caller to close. */
  private disconnect(): EngineConnection | null {
    this.cancelConnect();
    this.silence?.stop();
    const connection = this.connection;
    this.connection = null;
    this.qr = null;
    this.restriction = null;
    return connection;
  }

  private scheduleConnect(delayMs: number): void {
    this.cancelConnect();
    const timer = setTimeout(() => {
      this.retry(timer).catch((error: unknown) => this.logUnlessLost(error, 'could not connect'));
    }, delayMs);
    this.retryTimer = timer;
  }

  /** Connects, unless the timer was cancelled after it fired, while it waited for its turn. */
  private async retry(timer: NodeJS.Timeout): Promise<void> {
    await this.parts.pace.turn();
    await this.queue.take(async () => {
      if (this.retryTimer === timer) await this.connect();
    });
  }

  private cancelConnect(): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = undefined;
  }

  private async change(change: SessionChange): Promise<void> {
    if (await this.stored.change(change, this.lastSeenAt)) this.changed.notify();
  }

  private logUnlessLost(error: unknown, message: string): void {
    if (!(error instanceof LeaseLostError)) this.parts.logger.error({ error }, message);
  }
}

const noConnection = () => new EngineClosedError('There is no connection.');
