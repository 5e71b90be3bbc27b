import { ErrorCode, RequestStrategy } from 'nats';
import {
  claimSession,
  deviceMessageReceived,
  getSession,
  getSessionQr,
  resetSession,
  sendThroughDevice,
  sessionStatusChanged,
} from '@chat/contracts/device-sessions';
import { until } from '@chat/test-kit';
import {
  BUSINESS,
  CUSTOMER,
  newSend,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';
import { LeasesRepository } from './leases.repository';
import { Signal } from './signal';

const LEASE = { DEVICE_LEASE_MS: '4000' };

interface Lease {
  owner: string | null;
  epoch: number;
}

describe('the lease of a session', () => {
  let stack: DeviceSessionsUnderTest;
  const replicas = ['one', 'two'];

  beforeAll(async () => {
    stack = await startDeviceSessions({}, { ...LEASE, INSTANCE_ID: 'one' });
    await stack.link(7, BUSINESS);
    await stack.startReplica({ INSTANCE_ID: 'two' });
  });

  afterAll(() => stack.stop());

  /** A test may have left the lease with an owner that does not run. */
  beforeEach(async () => {
    await stack.query(
      `UPDATE device_sessions.sessions SET lease_expires_at = now() - interval '1 second'
       WHERE channel_id = 7 AND owner <> ALL ($1)`,
      [replicas],
    );
    await until(async () => replicas.includes((await lease()).owner ?? ''), {
      describe: 'a replica to own it',
    });
    await stack.reaches(7, 'CONNECTED');
  });

  async function lease(): Promise<Lease> {
    const sql = 'SELECT owner, epoch::int FROM device_sessions.sessions WHERE channel_id = 7';
    return (await stack.query<Lease & Record<string, unknown>>(sql))[0]!;
  }

  async function ownerBecomes(owner: string): Promise<void> {
    await until(async () => (await lease()).owner === owner, { describe: `${owner} to own the session` });
    await stack.reaches(7, 'CONNECTED');
  }

  async function nobodyAnswers(): Promise<boolean> {
    const subject = `${resetSession.subject}.7`;
    // Without a context the request is refused: any answer shows that there is an owner.
    const asked = stack.bus.nats.request(subject, '{}', { timeout: 100 });
    return asked.then(
      () => false,
      (error: { code: string }) => error.code === String(ErrorCode.NoResponders),
    );
  }

  /** Returns how many replicas answer requests for the session: more than one until a former owner has noticed. */
  async function countListeners(): Promise<number> {
    let answers = 0;
    const options = { strategy: RequestStrategy.Timer, maxWait: 200 };
    for await (const answer of await stack.bus.nats.requestMany(`${resetSession.subject}.7`, '{}', options)) {
      if (!(answer instanceof Error)) answers += 1;
    }
    return answers;
  }

  /** Simulates an owner that was silent for too long, so that another replica took over. */
  async function takeAway(thief: string, until: string): Promise<void> {
    await stack.query(
      `UPDATE device_sessions.sessions SET owner = $1, epoch = epoch + 1, lease_expires_at = ${until}
       WHERE channel_id = 7`,
      [thief],
    );
  }

  it('stays with the replica that renews it, and no other can claim it', async () => {
    const before = await lease();
    const outlived = new Date(Date.now() + 5_000);
    await until(
      async () => {
        const sql = `SELECT FROM device_sessions.sessions WHERE channel_id = 7 AND last_heartbeat_at > $1`;
        return (await stack.query(sql, [outlived])).length > 0;
      },
      { describe: 'the lease to outlive its first term' },
    );
    expect(await lease()).toEqual(before);
    const claims = await Promise.all(
      // Enough requests to reach both replicas.
      Array.from({ length: 40 }, () => stack.bus.request(claimSession, { body: { channel_id: 7 } })),
    );
    expect(new Set(claims.map(({ claimed }) => claimed))).toEqual(new Set([true, false]));
    expect(await lease()).toEqual(before);
  });

  it('is claimed once under concurrent requests', async () => {
    const ref = { body: { channel_id: 70 } };
    await Promise.all(Array.from({ length: 10 }, () => stack.bus.request(claimSession, ref)));
    expect((await stack.bus.request(getSession, ref)).epoch).toBe(1);
  });

  it('is claimed once by a replica that is asked for it while it claims abandoned sessions', async () => {
    await takeAway('nobody', `now() + interval '1 hour'`);
    await until(() => nobodyAnswers(), { describe: 'the former owner to let go' });
    const { epoch } = await lease();
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the repository that was asked
    const original = LeasesRepository.prototype.claimAbandoned;
    const end = new Signal();
    let hasClaimed = false;
    let mayEnd = false;
    const round = jest.spyOn(LeasesRepository.prototype, 'claimAbandoned').mockImplementation(async function (
      this: LeasesRepository,
      ...args
    ) {
      const rows = await original.apply(this, args);
      if (rows.length > 0) {
        hasClaimed = true;
        await end.waitFor(() => mayEnd, 10_000);
      }
      return rows;
    });
    await takeAway('nobody', `now() - interval '1 second'`);
    await until(() => hasClaimed, { describe: 'a round to claim it' });
    let answers = 0;
    // Enough requests to reach both replicas.
    const claims = Array.from({ length: 40 }, async () => {
      const { claimed } = await stack.bus.request(claimSession, { body: { channel_id: 7 } });
      answers += 1;
      return claimed;
    });
    await until(() => answers > 0, { describe: 'the other replica to refuse' });
    mayEnd = true;
    end.notify();
    expect(new Set(await Promise.all(claims))).toEqual(new Set([true, false]));
    round.mockRestore();
    // One for the theft, one for the claim.
    expect((await lease()).epoch).toBe(epoch + 2);
  });

  it('fences off every write of a former owner, and the network delivers to the next one', async () => {
    const { epoch } = await lease();
    await takeAway('nobody', `now() + interval '1 hour'`);
    await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'for the next owner' });
    const body = newSend();
    await expect(stack.bus.request(sendThroughDevice, { body })).rejects.toMatchObject({
      code: expect.stringMatching(/^(device_service_error|service_unavailable)$/) as string,
    });
    expect(await stack.phones.sends(String(body.message_id))).toEqual([]);
    expect(stack.bus.events(deviceMessageReceived)).toEqual([]);
    expect(await lease()).toEqual({ owner: 'nobody', epoch: epoch + 1 });

    await takeAway('nobody', `now() - interval '1 second'`);
    const { data } = await stack.bus.nextEvent(deviceMessageReceived);
    expect(data.content).toEqual({ type: 'text', text: 'for the next owner' });
    expect(replicas).toContain((await lease()).owner);
  });

  it('is released by a replica that shuts down, and the link continues elsewhere without a failed send', async () => {
    await takeAway('leaving', `now() + interval '1 hour'`);
    const leaving = await stack.startReplica({ INSTANCE_ID: 'leaving' });
    await ownerBecomes('leaving');
    // A late answer may be missed once, but not twice.
    const isOneAlone = async () => (await countListeners()) === 1 && (await countListeners()) === 1;
    await until(isOneAlone, { describe: 'the former owner to know' });
    const changes = () => stack.bus.events(sessionStatusChanged).filter(({ data }) => data.channel_id === 7);
    const before = changes().length;
    const sent: Promise<number>[] = [];
    const send = async () => {
      const body = newSend();
      await stack.bus.request(sendThroughDevice, { body });
      return body.message_id;
    };
    const sending = setInterval(() => sent.push(send()), 20);
    await leaving.stop();
    await until(async () => replicas.includes((await lease()).owner ?? ''), {
      describe: 'the next owner',
    });
    await stack.reaches(7, 'CONNECTED');
    await send();
    clearInterval(sending);
    const since = changes().slice(before);
    expect(since.map(({ data }) => data.raw_status)).not.toContain('DISCONNECTED');
    for (const messageId of await Promise.all(sent))
      expect(await stack.phones.sends(String(messageId))).toHaveLength(1);
  });

  it('is reclaimed immediately by a process that is restarted under the same name', async () => {
    await takeAway('three', `now() + interval '1 hour'`);
    replicas.push('three');
    await stack.startReplica({ INSTANCE_ID: 'three' });
    await ownerBecomes('three');
  });

  it('is given up before it expires when it cannot be renewed, and claimed again later', async () => {
    const { epoch } = await lease();
    await stack.query('BEGIN');
    await stack.query('LOCK TABLE device_sessions.sessions IN EXCLUSIVE MODE');
    await until(() => nobodyAnswers(), { describe: 'the owner to let go', timeoutMs: 20_000 });
    await stack.query('ROLLBACK');
    await until(async () => (await lease()).epoch > epoch, { describe: 'the next owner' });
    await stack.reaches(7, 'CONNECTED');
  });

  it('stops an unlinked session that was left halfway, until it is requested again', async () => {
    await stack.bus.request(getSessionQr, { body: { channel_id: 71 } });
    await stack.query(
      `UPDATE device_sessions.sessions SET owner = 'gone', epoch = epoch + 1,
         lease_expires_at = now() - interval '1 second' WHERE channel_id = 71`,
    );
    await stack.reaches(71, 'STOPPED');
    expect((await stack.bus.request(getSessionQr, { body: { channel_id: 71 } })).qr).not.toBeNull();
  });

  it('does not block the shutdown of a replica when it cannot be released', async () => {
    const replica = await stack.startReplica({ INSTANCE_ID: 'three' });
    const release = jest.spyOn(LeasesRepository.prototype, 'release').mockRejectedValue(new Error('gone'));
    await expect(replica.stop()).resolves.toBeUndefined();
    expect(release).toHaveBeenCalled();
    release.mockRestore();
  });
});

describe('the lease of a session, while its replica is leaving', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions({}, LEASE, { replicas: 0 });
    const leaving = await stack.startReplica({ INSTANCE_ID: 'leaving' });
    await stack.link(7, BUSINESS);
    leaving.announceEnd?.();
  });

  afterAll(() => stack.stop());

  const ownerOf = async (channelId: number) => {
    const sql = 'SELECT owner FROM device_sessions.sessions WHERE channel_id = $1';
    return (await stack.query<{ owner: string | null }>(sql, [channelId]))[0]?.owner;
  };
  /** Waits for renewals, which are less frequent than the rounds that claim abandoned sessions. */
  const renewals = async (count: number) => {
    const sql = 'SELECT last_heartbeat_at::text AS at FROM device_sessions.sessions WHERE channel_id = 7';
    const times = new Set<string | null>();
    const hasRenewed = async () => {
      times.add((await stack.query<{ at: string | null }>(sql))[0]!.at);
      return times.size > count;
    };
    await until(hasRenewed, { describe: `${count} renewals` });
  };

  it('is renewed, and an abandoned one is left to others', async () => {
    await stack.query(
      `INSERT INTO device_sessions.sessions (account_id, channel_id, owner, lease_expires_at)
       VALUES (1, 70, 'gone', now() - interval '1 second')`,
    );
    await renewals(2);
    expect(await ownerOf(7)).toBe('leaving');
    expect(await ownerOf(70)).toBe('gone');
  });

  it('is not claimed on request, and the request waits for the next replica', async () => {
    const body = { channel_id: 71 };
    expect(await stack.bus.request(claimSession, { body })).toEqual({ claimed: false });
    const asked = stack.bus.request(getSessionQr, { body });
    await stack.startReplica({ INSTANCE_ID: 'next' });
    expect((await asked).qr).not.toBeNull();
    expect(await ownerOf(71)).toBe('next');
    expect(await ownerOf(7)).toBe('leaving');
  });
});
