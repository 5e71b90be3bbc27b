import { closeCodes } from '@chat/device-network';
import type { Logger, SecretBox } from '@chat/service-kit';
import type { DeviceEngine, EngineConnection, EngineListener } from '../engines/device-engine';
import type { InboundService } from '../inbound/inbound.service';
import { HeldSession } from './held-session';
import type { SessionRow } from '../session-store/session.row';
import type { SessionChange, SessionsRepository } from '../session-store/sessions.repository';

/** Longer than the delay before another attempt. */
const SLOW_WRITE_MS = 3_000;

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
  phone_number: '4915100000001',
  last_error: null,
  last_error_reason: null,
  last_seen_at: null,
  last_heartbeat_at: null,
};

/** What the network has to listen to each connection, in order. */
let listeners: EngineListener[];
let writes: { resolve: () => void; reject: (error: Error) => void }[];
let isSlow: boolean;
let session: HeldSession;

beforeEach(async () => {
  jest.useFakeTimers();
  listeners = [];
  writes = [];
  isSlow = false;
  session = sessionOf(linked);
  await session.start();
  isSlow = true;
});

afterEach(() => jest.useRealTimers());

describe('a session that ends while the database is slow', () => {
  it.each([
    ['is reset', () => session.reset({ unlessConnected: false })],
    ['is logged out', () => session.logOut(null)],
    ['is banned', () => listeners[0]!.hear({ type: 'closed', code: closeCodes.forbidden })],
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

function sessionOf(row: SessionRow): HeldSession {
  const connection: Pick<EngineConnection, 'logOut' | 'close'> = {
    logOut: () => Promise.resolve(),
    close: () => undefined,
  };
  const engine: Pick<DeviceEngine, 'connect'> = {
    connect: (_, listener) => {
      listeners.push(listener);
      return connection as EngineConnection;
    },
  };
  const sessions: Pick<SessionsRepository, 'change'> = {
    change: async (before: SessionRow, change: SessionChange) => {
      if (isSlow) await new Promise<void>((resolve, reject) => writes.push({ resolve, reject }));
      return { ...before, ...change };
    },
  };
  const secrets: Pick<SecretBox, 'open'> = { open: () => 'credentials' };
  return new HeldSession(row, {
    engine: engine as DeviceEngine,
    sessions: sessions as SessionsRepository,
    inbound: {} as InboundService,
    secrets: secrets as SecretBox,
    logger: { error: () => undefined } as unknown as Logger,
    onLeaseLost: () => undefined,
  });
}
