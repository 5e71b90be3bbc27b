import type { Logger, SecretBox } from '@chat/service-kit';
import type { CloseReason } from '../engines/close-reasons';
import type { EngineConnection, EngineEvent, EngineListener } from '../engines/device-engine';
import { DeviceEngines } from '../engines/device-engines';
import type { InboundService } from '../inbound/inbound.service';
import type { SentContents } from '../session-store/sent-contents';
import { SerialQueue } from '../serial-queue';
import type { SessionKeys } from '../session-store/session-keys.service';
import type { SessionRow } from '../session-store/session.row';
import type { SessionChange, SessionsRepository } from '../session-store/sessions.repository';
import { HeldSession } from './held-session';
import { LoginPace } from './login-pace';
import { StoredSession } from './stored-session';

/** Longer than the delay before another attempt. */
const SLOW_WRITE_MS = 3_000;
const GRACE_MS = 15_000;

const linked: SessionRow = {
  account_id: 1,
  channel_id: 7,
  raw_status: 'CONNECTED',
  epoch: 1,
  seq: 1,
  owner: 'one',
  lease_expires_at: null,
  desired: 'RUNNING',
  credentials: Buffer.from('sealed'),
  engine: null,
  phone_number: '4915100000001',
  last_error: null,
  last_error_reason: null,
  last_seen_at: null,
  last_heartbeat_at: null,
  restored: false,
};

/** What the network has to listen to each connection, in order. */
let listeners: EngineListener[];
let closed: number;
let writes: { resolve: () => void; reject: (error: Error) => void }[];
/** What others were told, in order. */
let told: SessionChange[];
let isSlow: boolean;
let recorded: () => Promise<void>;
let session: HeldSession;

beforeEach(async () => {
  jest.useFakeTimers();
  listeners = [];
  closed = 0;
  writes = [];
  told = [];
  isSlow = false;
  recorded = () => Promise.resolve();
  session = sessionOf(linked);
  await session.start();
});

afterEach(() => {
  session.abandon();
  jest.useRealTimers();
});

const latest = (): EngineListener => listeners.at(-1)!;
const statuses = () => told.flatMap(({ raw_status }) => raw_status ?? []);
const opens: EngineEvent = { type: 'open', phoneNumber: '4915100000001' };

describe('a session that ends while the database is slow', () => {
  beforeEach(() => (isSlow = true));

  it.each([
    ['is reset', () => session.reset({ unlessConnected: false })],
    ['is logged out', () => session.logOut(null)],
    ['is banned', () => latest().handle({ type: 'closed', reason: 'banned' })],
  ])('stays ended when it %s', async (_, end) => {
    const ending = end();
    await jest.advanceTimersByTimeAsync(SLOW_WRITE_MS);
    isSlow = false;
    writes.forEach(({ resolve }) => resolve());
    await ending;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(listeners).toHaveLength(1);
    expect(session.isConnected).toBe(false);
  });

  it('connects again when its end cannot be written', async () => {
    const ending = session.reset({ unlessConnected: false });
    const refused = expect(ending).rejects.toThrow('gone');
    await jest.advanceTimersByTimeAsync(SLOW_WRITE_MS);
    isSlow = false;
    writes.forEach(({ reject }) => reject(new Error('gone')));
    await refused;
    await jest.advanceTimersByTimeAsync(0);
    expect(listeners).toHaveLength(2);
  });
});

describe('a line that breaks', () => {
  beforeEach(async () => {
    await latest().handle(opens);
    told = [];
  });

  it('and heals within the grace is told to nobody as disconnected, and sends wait for it', async () => {
    await latest().handle({ type: 'closed', reason: 'lost' });
    const waiting = session.untilConnected(5_000);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(session.isConnected).toBe(false);
    await latest().handle(opens);
    await waiting;
    expect(session.isConnected).toBe(true);
    await jest.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(statuses()).toEqual(['CONNECTING', 'CONNECTED']);
  });

  it('for longer is told once, with the reason of the last attempt', async () => {
    await latest().handle({ type: 'closed', reason: 'lost' });
    for (let passedMs = 0; passedMs < GRACE_MS; passedMs += 1_000) {
      expect(statuses()).toEqual(['CONNECTING']);
      await jest.advanceTimersByTimeAsync(1_000);
      await latest().handle({ type: 'closed', reason: 'unreachable' });
    }
    expect(statuses().filter((status) => status === 'DISCONNECTED')).toHaveLength(1);
    expect(told.find(({ raw_status }) => raw_status === 'DISCONNECTED')).toMatchObject({
      last_error_reason: 'unreachable',
    });
  });

  it.each<CloseReason>(['lost', 'busy', 'unreachable'])(
    'a hundred times keeps its link, is told once, and heals: %s',
    async (reason) => {
      for (let breaks = 0; breaks < 100; breaks += 1) {
        const before = listeners.length;
        await latest().handle({ type: 'closed', reason });
        while (listeners.length === before) await jest.advanceTimersByTimeAsync(1_000);
      }
      expect(statuses().filter((status) => status === 'DISCONNECTED')).toHaveLength(1);
      expect(told.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
      await latest().handle(opens);
      expect([session.isLinked, session.isConnected]).toEqual([true, true]);
    },
  );

  it('is not told by an owner that has left meanwhile, and its successor has a grace of its own', async () => {
    await latest().handle({ type: 'closed', reason: 'lost' });
    await session.shutDown();
    await jest.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(statuses()).toEqual(['CONNECTING']);

    const successor = sessionOf({ ...linked, raw_status: 'CONNECTING' });
    await successor.resume();
    await latest().handle({ type: 'closed', reason: 'lost' });
    expect(successor.snapshot.raw_status).toBe('CONNECTING');
    await jest.advanceTimersByTimeAsync(GRACE_MS);
    expect(successor.snapshot.raw_status).toBe('DISCONNECTED');
    successor.abandon();
  });

  it('for good needs no grace', async () => {
    await latest().handle({ type: 'closed', reason: 'banned' });
    await jest.advanceTimersByTimeAsync(2 * GRACE_MS);
    expect(statuses()).toEqual(['BANNED']);
    expect(listeners).toHaveLength(1);
  });
});

describe('a connection that ends', () => {
  const unlinked: SessionRow = { ...linked, credentials: null, phone_number: null, raw_status: 'STOPPED' };
  const table: Record<Exclude<CloseReason, 'restart_required'>, [SessionRow, string]> = {
    logged_out: [linked, 'logged_out'],
    replaced: [linked, 'conflict'],
    banned: [linked, 'banned'],
    restricted: [linked, 'restricted'],
    client_outdated: [linked, 'client_outdated'],
    phone_outdated: [linked, 'phone_outdated'],
    code_expired: [unlinked, 'qr_timeout'],
    passkey_required: [unlinked, 'passkey_required'],
    busy: [linked, 'disconnected'],
    unreachable: [linked, 'unreachable'],
    lost: [linked, 'disconnected'],
  };

  it.each(Object.entries(table) as [CloseReason, [SessionRow, string]][])(
    'is told once with its reason, within 30 s, however often it ends like that: %s',
    async (reason, [row, word]) => {
      session.abandon();
      const ended = sessionOf(row);
      await ended.start();
      if (ended.isLinked) await latest().handle(opens);
      told = [];
      for (let seconds = 0, heard = listeners.length - 1; seconds < 30; seconds += 1) {
        if (listeners.length > heard) await latest().handle({ type: 'closed', reason });
        heard = listeners.length;
        await jest.advanceTimersByTimeAsync(1_000);
      }
      expect(told.flatMap(({ last_error_reason: its }) => its ?? [])).toEqual([word]);
      expect(ended.isConnected).toBe(false);
      ended.abandon();
    },
  );
});

describe('a connection', () => {
  beforeEach(() => latest().handle(opens));

  it('without a sign of life for 45 s is replaced', async () => {
    const late = latest();
    await jest.advanceTimersByTimeAsync(40_000);
    late.alive();
    await jest.advanceTimersByTimeAsync(40_000);
    expect(closed).toBe(0);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(closed).toBe(1);
    expect(listeners).toHaveLength(2);
  });

  it('whose arrivals are not stored within 60 s gives them back, and does not hold up what follows', async () => {
    recorded = () => new Promise(() => undefined);
    const hearing = latest().handle({ type: 'arrived', arrivals: [], keys: [] });
    const refused = expect(hearing).rejects.toThrow('longer than 60000 ms');
    const keepAlive = setInterval(() => latest().alive(), 1_000);
    await jest.advanceTimersByTimeAsync(60_000);
    clearInterval(keepAlive);
    await refused;
    await latest().handle({ type: 'closed', reason: 'lost' });
    expect(session.snapshot.raw_status).toBe('CONNECTING');
  });

  it('says what the network restricts, and when that is over', async () => {
    const until = new Date('2026-03-01T00:00:00.000Z');
    await latest().handle({ type: 'restricted', isRestricted: true, until });
    expect(session.restriction).toEqual({ until });
    expect(session.snapshot).toMatchObject({
      raw_status: 'CONNECTED',
      last_error: 'The network restricts this number until 2026-03-01T00:00:00.000+00:00.',
      last_error_reason: 'restricted',
    });
    await latest().handle({ type: 'restricted', isRestricted: false, until: null });
    expect(session.restriction).toBeNull();
    expect(session.snapshot).toMatchObject({ raw_status: 'CONNECTED', last_error_reason: null });
  });
});

it('A session of an engine that is not installed keeps its link and says so', async () => {
  const other = sessionOf({ ...linked, engine: 'another' });
  await other.start();
  expect(listeners).toHaveLength(1);
  expect(other.isLinked).toBe(true);
  expect(other.snapshot).toMatchObject({ raw_status: 'FAILED', last_error_reason: 'engine_missing' });
});

it('Sessions that resume together log in one after the other', async () => {
  const pace = new LoginPace(100);
  const resumed = [1, 2, 3].map(() => sessionOf(linked, pace).resume());
  await jest.advanceTimersByTimeAsync(0);
  expect(listeners).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(100);
  expect(listeners).toHaveLength(3);
  await jest.advanceTimersByTimeAsync(100);
  expect(listeners).toHaveLength(4);
  await Promise.all(resumed);
});

it('Sessions that somebody starts connect one after the other too, not behind those that resume', async () => {
  const [pace, startPace] = [new LoginPace(60_000), new LoginPace(50)];
  await pace.turn();
  const started = [1, 2, 3].map(() => sessionOf(linked, pace, startPace).start());
  for (const connections of [2, 3, 4]) {
    await jest.advanceTimersByTimeAsync(0);
    expect(listeners).toHaveLength(connections);
    await jest.advanceTimersByTimeAsync(50);
  }
  await Promise.all(started);
});

it('A session that is reset while it waits for its turn does not log in', async () => {
  const pace = new LoginPace(100);
  await pace.turn();
  const reset = sessionOf(linked, pace);
  const resumed = reset.resume();
  await reset.reset({ unlessConnected: false });
  await jest.advanceTimersByTimeAsync(100);
  await resumed;
  expect(listeners).toHaveLength(1);
  expect(reset.snapshot.raw_status).toBe('STOPPED');
});

function sessionOf(row: SessionRow, pace = new LoginPace(0), startPace = new LoginPace(0)): HeldSession {
  const connection: Pick<EngineConnection, 'logOut' | 'close'> = {
    logOut: () => Promise.resolve(),
    close: () => void (closed += 1),
  };
  const simulated = {
    connect: (_: unknown, listener: EngineListener) => {
      listeners.push(listener);
      return connection as EngineConnection;
    },
    download: () => Promise.reject(new Error('There is no media.')),
    afterRestore: (state: string) => ({ state, dropped: [] }),
  };
  const sessions: Pick<SessionsRepository, 'change'> = {
    change: async (before: SessionRow, change: SessionChange) => {
      if (isSlow) await new Promise<void>((resolve, reject) => writes.push({ resolve, reject }));
      told.push(change);
      return { ...before, ...change };
    },
  };
  const inbound: Pick<InboundService, 'record'> = { record: () => recorded() };
  const stored = new StoredSession(
    row,
    {
      sessions: sessions as SessionsRepository,
      keys: {} as SessionKeys,
      inbound: inbound as InboundService,
      sentContents: {} as SentContents,
      secrets: {} as SecretBox,
      engineName: 'simulated',
    },
    () => undefined,
  );
  return new HeldSession(stored, {
    engines: new DeviceEngines({ simulated }, 'simulated'),
    ...{ pace, startPace },
    heavyWork: new SerialQueue(),
    logger: { error: () => undefined } as unknown as Logger,
    graceMs: GRACE_MS,
  });
}
