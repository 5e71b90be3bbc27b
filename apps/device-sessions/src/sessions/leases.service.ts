import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { BackgroundLoop, BusServer } from '@chat/bus';
import { rawStatuses } from '@chat/contracts/device-sessions';
import { AppError } from '@chat/errors';
import { CONFIG, Departure, LOGGER, type Logger } from '@chat/service-kit';
import { instruments, Samplers, type Sample } from '@chat/telemetry';
import type { DeviceSessionsConfig } from '../config';
import type { SignsOfLife } from './signs-of-life.rules';
import type { HeldSession } from './held-session';
import { sessionReasons } from '../session-store/connection.rules';
import { HeldSessionFactory } from './held-session.factory';
import { LeasesRepository } from './leases.repository';
import { LeaseLostError, type SessionRow } from '../session-store/session.row';

const CLAIM_BATCH = 50;

interface Holding {
  session: HeldSession;
  /** Monotonic milliseconds. */
  validUntil: number;
  /** When the lease was last renewed with the session connected. */
  heartbeatAt: Date | null;
}

/**
 * The sessions that this replica runs. Each has a lease in the database, which is renewed; when it cannot be, the
 * replica drops the session before another one can take it over. A replica that is leaving keeps its sessions until it
 * has drained, but claims no other.
 */
@Injectable()
export class LeasesService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly held = new Map<number, Holding>();
  /** The claims of single sessions under way. */
  private readonly claims = new Map<number, Promise<boolean>>();
  /** The latest round that claims abandoned sessions. */
  private round: Promise<unknown> = Promise.resolve();
  private readonly owner: string;
  private readonly leaseMs: number;
  private readonly loops: BackgroundLoop[];
  private isLeaving = false;

  constructor(
    @Inject(CONFIG) config: DeviceSessionsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly sessions: HeldSessionFactory,
    private readonly leases: LeasesRepository,
    private readonly server: BusServer,
    departure: Departure,
    samplers: Samplers,
  ) {
    samplers.add('sessions', () => [...this.countByStatus(), ...this.countByReason()]);
    this.owner = config.INSTANCE_ID || randomUUID();
    this.leaseMs = config.DEVICE_LEASE_MS;
    // Not among the service's loops, which stop earlier: leases are renewed until the last request is answered.
    const onError = (error: unknown) => logger.error({ error }, 'lease round failed');
    const claiming = new BackgroundLoop(() => this.claimAbandoned(), this.leaseMs * 0.2, onError);
    this.loops = [
      new BackgroundLoop(() => this.renew(), this.leaseMs * 0.3, onError),
      claiming,
      new BackgroundLoop(() => this.dropOverdue(), this.leaseMs * 0.05, onError),
    ];
    departure.onBegin(() => {
      this.isLeaving = true;
      void claiming.stop();
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const since = performance.now();
    const own = await this.leases.claimOwn(this.owner, this.leaseMs);
    own.forEach((row) => this.hold(row, since));
    this.loops.forEach((loop) => loop.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map((loop) => loop.stop()));
    const sessions = [...this.held.values()].map(({ session }) => session);
    await Promise.allSettled(sessions.map((session) => session.shutDown()));
    // Postgres may be shutting down too: leases that are not released expire.
    await this.leases
      .release(sessions.map((session) => session.tenure))
      .catch((error: unknown) => this.logger.warn({ error }, 'the leases were not given back'));
    sessions.forEach((session) => this.drop(session));
  }

  /** @throws AppError `device_service_error` when this replica does not run the session. */
  get(accountId: number, channelId: number): HeldSession {
    const session = this.find(accountId, channelId);
    if (!session) {
      throw new AppError('device_service_error', { message: 'The session is changing hands. Try again.' });
    }
    return session;
  }

  find(accountId: number, channelId: number): HeldSession | null {
    const session = this.held.get(channelId)?.session;
    return session?.tenure.account_id === accountId ? session : null;
  }

  /** Returns the sessions that are connected here, with their signs of life. */
  connected(): { accountId: number; channelId: number; signs: SignsOfLife }[] {
    return [...this.held.values()]
      .filter(({ session }) => session.isConnected)
      .map(({ session: { tenure, lastSeenAt }, heartbeatAt }) => ({
        accountId: tenure.account_id,
        channelId: tenure.channel_id,
        signs: { trafficAt: lastSeenAt, heartbeatAt },
      }));
  }

  /**
   * Claims the session if no other replica runs it, unless this one is leaving.
   * @returns whether this replica runs it now.
   */
  async claim(accountId: number, channelId: number): Promise<boolean> {
    const underWay = this.claims.get(channelId);
    if (underWay) return underWay;
    const claim = this.claimOne(accountId, channelId).finally(() => this.claims.delete(channelId));
    this.claims.set(channelId, claim);
    return claim;
  }

  /** Counts the sessions by status. Includes statuses that no session has, whose series would otherwise end. */
  private countByStatus(): Sample<'sessions'>[] {
    const counts = new Map<string, number>(rawStatuses.map((status) => [status, 0]));
    for (const { session } of this.held.values()) {
      const { raw_status } = session.snapshot;
      counts.set(raw_status, (counts.get(raw_status) ?? 0) + 1);
    }
    return [...counts].map(([status, value]) => ({
      gauge: instruments.deviceSessions,
      labels: { status },
      value,
    }));
  }

  private countByReason(): Sample<'sessions'>[] {
    const counts = new Map<string, number>(sessionReasons.map((reason) => [reason, 0]));
    for (const { session } of this.held.values()) {
      const { last_error_reason: reason } = session.snapshot;
      const count = counts.get(reason ?? '');
      if (count !== undefined) counts.set(reason!, count + 1);
    }
    return [...counts].map(([reason, value]) => ({
      gauge: instruments.deviceProblems,
      labels: { reason },
      value,
    }));
  }

  private async claimOne(accountId: number, channelId: number): Promise<boolean> {
    // The round may be claiming this session too, and a second claim would end the tenure of the first.
    await this.round;
    if (this.held.has(channelId)) return this.find(accountId, channelId) !== null;
    // The caller asks again, and reaches another replica.
    if (this.isLeaving) return false;
    const since = performance.now();
    const row = await this.leases.claim(accountId, channelId, this.owner, this.leaseMs);
    if (row) this.hold(row, since);
    return row !== null;
  }

  private async claimAbandoned(): Promise<boolean> {
    const since = performance.now();
    const claiming = [...this.claims.keys()];
    const round = this.leases
      .claimAbandoned(this.owner, this.leaseMs, claiming, CLAIM_BATCH)
      .then((rows) => rows.map((row) => this.hold(row, since)).length);
    this.round = round.catch(() => undefined);
    return (await round) === CLAIM_BATCH;
  }

  private hold(row: SessionRow, since: number): void {
    const former = this.held.get(row.channel_id);
    if (former) this.drop(former.session);
    const session = this.sessions.create(row, (lost) => this.drop(lost));
    this.held.set(row.channel_id, { session, validUntil: since + this.leaseMs, heartbeatAt: null });
    this.server.own(String(row.channel_id));
    session.resume().catch((error: unknown) => {
      if (!(error instanceof LeaseLostError)) this.logger.error({ error }, 'could not resume a session');
    });
  }

  private async renew(): Promise<void> {
    const holdings = [...this.held.values()];
    if (holdings.length === 0) return;
    const since = performance.now();
    const renewed = await this.leases.renew(
      holdings.map(({ session }) => ({ ...session.tenure, lastSeenAt: session.lastSeenAt })),
      this.owner,
      this.leaseMs,
    );
    const epochs = new Map(renewed.map(({ channel_id, epoch }) => [channel_id, epoch]));
    for (const holding of holdings) {
      const { channel_id, epoch } = holding.session.tenure;
      if (epochs.get(channel_id) !== epoch) {
        this.drop(holding.session);
        continue;
      }
      holding.validUntil = since + this.leaseMs;
      if (holding.session.isConnected) holding.heartbeatAt = new Date();
    }
  }

  /** Drops sessions shortly before their leases expire, even while a renewal hangs. */
  private dropOverdue(): Promise<void> {
    const overdue = performance.now() + this.leaseMs * 0.1;
    for (const { session, validUntil } of this.held.values()) {
      if (validUntil < overdue) this.drop(session);
    }
    return Promise.resolve();
  }

  private drop(session: HeldSession): void {
    session.abandon();
    const { channel_id } = session.tenure;
    if (this.held.get(channel_id)?.session !== session) return;
    this.held.delete(channel_id);
    this.server.disown(String(channel_id));
  }
}
