import type { InputOf, Operation, OutputOf } from '@chat/contracts';
import {
  getSession,
  getSessionPairingCode,
  getSessionQr,
  logOutSession,
  resetSession,
  sessionStatusChanged,
  type LogOutSession,
  type RawStatus,
  type SessionSnapshot,
} from '@chat/contracts/device-sessions';
import { AppError, type ErrorCode } from '@chat/errors';
import type { TestBus } from '@chat/test-kit';

const QR = 'data:image/png;base64,AAAA';

/** A fake device-sessions service, whose sessions change only when a spec or a request changes them. */
export class FakeSessions {
  readonly resets: number[] = [];
  readonly logOuts: LogOutSession[] = [];
  private readonly sessions = new Map<number, SessionSnapshot>();
  private readonly onceSeen = new Map<number, () => unknown>();
  private readonly failures = new Map<Operation, ErrorCode>();
  private readonly subscriptions = new Map<Operation, { unsubscribe(): void }>();

  private constructor(private readonly bus: TestBus) {}

  static async start(bus: TestBus): Promise<FakeSessions> {
    const sessions = new FakeSessions(bus);
    await sessions.speak();
    return sessions;
  }

  /** Moves the session to a new status without publishing an event. */
  move(channelId: number, raw_status: RawStatus, more: Partial<SessionSnapshot> = {}): SessionSnapshot {
    const former = this.snapshot(channelId);
    const next = { ...former, raw_status, seq: former.seq + 1, ...more };
    this.sessions.set(channelId, next);
    return next;
  }

  /** Moves the session to a new status and publishes the event. */
  async announce(
    channelId: number,
    raw_status: RawStatus,
    { accountId, ...more }: Partial<SessionSnapshot> & { accountId: number },
  ): Promise<void> {
    await this.publish(this.move(channelId, raw_status, more), accountId);
  }

  async publish(snapshot: SessionSnapshot, accountId: number): Promise<void> {
    const entity = `sessions/${snapshot.channel_id}`;
    await this.bus.publish(sessionStatusChanged, snapshot, { accountId, entity });
  }

  snapshot(channelId: number): SessionSnapshot {
    return (
      this.sessions.get(channelId) ?? {
        channel_id: channelId,
        raw_status: 'STOPPED',
        epoch: 0,
        seq: 0,
        phone_number: null,
        last_error: null,
        last_seen_at: null,
        last_heartbeat_at: null,
      }
    );
  }

  /** Makes every later call of the operation fail with this code. */
  fail(operation: Operation, code: ErrorCode): void {
    this.failures.set(operation, code);
  }

  /** Stops answering requests. */
  async fallSilent(): Promise<void> {
    for (const subscription of this.subscriptions.values()) subscription.unsubscribe();
    this.subscriptions.clear();
    await this.bus.nats.flush();
  }

  /** Has something happen right after the session is looked at next. */
  afterLook(channelId: number, happen: () => unknown): void {
    this.onceSeen.set(channelId, happen);
  }

  /** Makes all operations answer again, without the failures that were set. */
  async speak(): Promise<void> {
    this.failures.clear();
    this.onceSeen.clear();
    if (this.subscriptions.size > 0) return;
    await this.answer(getSession, async ({ body }) => {
      const seen = this.snapshot(body.channel_id);
      const happen = this.onceSeen.get(body.channel_id);
      this.onceSeen.delete(body.channel_id);
      await happen?.();
      return seen;
    });
    await this.answer(getSessionQr, ({ body }) => this.showQr(body.channel_id));
    await this.answer(getSessionPairingCode, ({ body }) => ({
      session: this.move(body.channel_id, 'PAIRING'),
      pairing_code: 'ABCD-EFGH',
    }));
    await this.answer(resetSession, ({ body }) => {
      const before = this.snapshot(body.channel_id);
      if (body.unless_connected && before.raw_status === 'CONNECTED') return before;
      this.resets.push(body.channel_id);
      return this.move(body.channel_id, 'STOPPED', { phone_number: null });
    });
    await this.answer(logOutSession, ({ body }) => {
      this.logOuts.push(body);
      return this.move(body.channel_id, 'LOGGED_OUT', { phone_number: null, last_error: body.reason });
    });
  }

  private showQr(channelId: number) {
    if (this.snapshot(channelId).raw_status === 'CONNECTED') {
      return { session: this.snapshot(channelId), qr: null, expires_in: 0 };
    }
    return { session: this.move(channelId, 'QRCODE'), qr: QR, expires_in: 60 };
  }

  private async answer<Op extends Operation>(
    operation: Op,
    handle: (input: InputOf<Op>) => OutputOf<Op> | Promise<OutputOf<Op>>,
  ): Promise<void> {
    const subscription = await this.bus.respond(operation, (input) => {
      const failure = this.failures.get(operation);
      if (failure) throw new AppError(failure);
      return handle(input);
    });
    this.subscriptions.set(operation, subscription);
  }
}
