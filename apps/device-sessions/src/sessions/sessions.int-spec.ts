import { secretKeyOperations } from '@chat/contracts/secret-keys';
import {
  getSession,
  getSessionPairingCode,
  getSessionQr,
  logOutSession,
  resetSession,
  sendThroughDevice,
  sessionStatusChanged,
  type RawStatus,
} from '@chat/contracts/device-sessions';
import { closeCodes } from '@chat/device-network';
import { testContext, until } from '@chat/test-kit';
import {
  BUSINESS,
  newSend,
  startDeviceSessions,
  type DeviceSessionsUnderTest,
} from '../testing/device-sessions-under-test';
import { SessionsRepository } from '../session-store/sessions.repository';

const ref = { body: { channel_id: 7 } };

describe('a session', () => {
  let stack: DeviceSessionsUnderTest;
  let channels = 10;

  beforeAll(async () => {
    stack = await startDeviceSessions();
  });

  afterAll(() => stack.stop());

  /** Links a new phone to a new channel. @returns both, and as `ref` a request with the channel's id. */
  const linkAnother = async () => {
    channels += 1;
    const phone = `49151100000${channels}`;
    await stack.link(channels, phone);
    return { ref: { body: { channel_id: channels } }, channel: channels, phone };
  };

  it('exists from its first mention', async () => {
    expect(await stack.bus.request(getSession, { body: { channel_id: 70 } })).toEqual({
      channel_id: 70,
      raw_status: 'STOPPED',
      epoch: 0,
      seq: 0,
      phone_number: null,
      last_error: null,
      last_error_reason: null,
      last_seen_at: null,
      last_heartbeat_at: null,
    });
  });

  it('is linked by the QR code that it shows, and then shows none', async () => {
    const shown = await stack.bus.request(getSessionQr, ref);
    // No phone has been there yet.
    expect(shown.session).toMatchObject({ raw_status: 'QRCODE', last_seen_at: null });
    expect(shown.qr).toMatch(/^data:image\/png;base64,/);
    expect(shown.expires_in).toBeGreaterThan(50);
    expect(shown.expires_in).toBeLessThanOrEqual(60);
    expect((await stack.bus.request(getSessionQr, ref)).qr).toBe(shown.qr);

    await stack.phones.scan(BUSINESS, shown.qr!);
    await stack.reaches(7, 'CONNECTED');
    const { session, qr, expires_in } = await stack.bus.request(getSessionQr, ref);
    expect(session).toMatchObject({ phone_number: BUSINESS, last_error: null });
    expect({ qr, expires_in }).toEqual({ qr: null, expires_in: 0 });
  });

  it('publishes every change once, in order, as stored', async () => {
    const { ref, channel } = await linkAnother();
    const last = await stack.bus.request(getSession, ref);
    const isLast = ({ data }: { data: { channel_id: number; seq: number } }) =>
      data.channel_id === channel && data.seq === last.seq;
    const told = await stack.bus.nextEvent(sessionStatusChanged, isLast);
    expect(told.data).toMatchObject({
      channel_id: channel,
      raw_status: 'CONNECTED',
      epoch: last.epoch,
      last_seen_at: expect.stringMatching(/\+00:00$/) as string,
    });
    const events = stack.bus.events(sessionStatusChanged).filter(({ data }) => data.channel_id === channel);
    expect(events.map(({ data }) => data.seq)).toEqual(events.map((_, index) => index + 1));
    const statuses = events.map(({ data }) => data.raw_status);
    expect(statuses).toEqual(['STARTING', 'QRCODE', 'CONNECTING', 'CONNECTED']);
  });

  it('keeps its credentials sealed', async () => {
    const { channel } = await linkAnother();
    const [row] = await stack.query<{ credentials: Buffer }>(
      'SELECT credentials FROM device_sessions.sessions WHERE channel_id = $1',
      [channel],
    );
    expect(row!.credentials.length).toBeGreaterThan(60);
    expect(row!.credentials.toString()).not.toMatch(/^[\w-]+$/);
  });

  it('can have its credentials resealed while it is held, and its owner does not restore the old bytes', async () => {
    const stored = async () => {
      const [row] = await stack.query<{ credentials: Buffer }>(
        'SELECT credentials FROM device_sessions.sessions WHERE account_id = 1 AND channel_id = 7',
      );
      return row!.credentials;
    };
    const before = await stored();
    // As stored by releases in which values did not yet name their key.
    await stack.query(
      'UPDATE device_sessions.sessions SET credentials = substring(credentials FROM 6) WHERE channel_id = 7',
    );
    const { rotate } = secretKeyOperations('device-sessions');
    expect(await stack.bus.request(rotate, { body: {} })).toMatchObject({ rotated: 1, unreadable: 0 });
    const anew = await stored();
    expect(anew.subarray(0, 5)).toEqual(before.subarray(0, 5));
    expect(anew.equals(before)).toBe(false);

    await stack.reconnectsAfter(7, () => stack.phones.disconnect(BUSINESS, 428));
    expect((await stored()).equals(anew)).toBe(true);
  });

  it('is not accessible to another account', async () => {
    const { ref, channel } = await linkAnother();
    const stranger = testContext({ accountId: 2 });
    const seen = await stack.bus.request(getSession, ref, stranger);
    expect(seen).toMatchObject({ raw_status: 'STOPPED', phone_number: null });
    await expect(stack.bus.request(resetSession, ref, stranger)).rejects.toMatchObject({
      code: 'device_service_error',
    });
    await stack.reaches(channel, 'CONNECTED');
  });

  it('gives no pairing code while a phone is linked', async () => {
    const { channel, phone } = await linkAnother();
    const pair = { body: { channel_id: channel, phone } };
    await expect(stack.bus.request(getSessionPairingCode, pair)).rejects.toMatchObject({ code: 'conflict' });
  });

  it.each<[string, number, RawStatus, string, boolean]>([
    ['is banned', closeCodes.forbidden, 'BANNED', 'banned', true],
    ['speaks an old version', closeCodes.clientOutdated, 'FAILED', 'client_outdated', true],
    ['links to an old app', closeCodes.multideviceMismatch, 'FAILED', 'phone_outdated', true],
    ['is replaced', closeCodes.connectionReplaced, 'CONFLICT', 'conflict', true],
    ['is logged out', closeCodes.loggedOut, 'LOGGED_OUT', 'logged_out', false],
  ])('that %s says so once, at once', async (_, code, rawStatus, reason, keepsLink) => {
    const { ref, channel, phone } = await linkAnother();
    await stack.phones.disconnect(phone, code);
    await stack.reaches(channel, rawStatus);
    expect(await stack.bus.request(getSession, ref)).toMatchObject({ last_error_reason: reason });
    const told = () =>
      stack.bus
        .events(sessionStatusChanged)
        .filter(({ data }) => data.channel_id === channel && data.raw_status === rawStatus);
    await until(() => told().length > 0, { describe: 'the event' });
    expect(told()).toHaveLength(1);
    const [row] = await stack.query(
      'SELECT credentials IS NOT NULL AS linked FROM device_sessions.sessions WHERE channel_id = $1',
      [channel],
    );
    expect(row).toEqual({ linked: keepsLink });
  });

  it('reconnects when its line breaks, whatever an outage answers, and tells nobody', async () => {
    const { channel, phone } = await linkAnother();
    for (const code of [closeCodes.connectionClosed, closeCodes.badSession, closeCodes.timedOut]) {
      await stack.reconnectsAfter(channel, () => stack.phones.disconnect(phone, code));
    }
    const told = stack.bus
      .events(sessionStatusChanged)
      .flatMap(({ data }) => (data.channel_id === channel ? data.raw_status : []));
    expect(told).not.toContain('DISCONNECTED');
    expect(told).not.toContain('LOGGED_OUT');
  });

  it('forgets the link when the phone removes it', async () => {
    const { ref, channel, phone } = await linkAnother();
    await stack.phones.unlink(phone);
    await stack.reaches(channel, 'LOGGED_OUT');
    const session = await stack.bus.request(getSession, ref);
    expect(session.phone_number).toBeNull();
    expect(session.last_error).toMatch(/removed this device/);
    const [row] = await stack.query(
      'SELECT credentials, desired FROM device_sessions.sessions WHERE account_id = 1 AND channel_id = $1',
      [channel],
    );
    expect(row).toEqual({ credentials: null, desired: 'STOPPED' });
  });

  it('forgets the link even if the first write fails', async () => {
    const { channel, phone } = await linkAnother();
    const change = jest.spyOn(SessionsRepository.prototype, 'change');
    change.mockRejectedValueOnce(new Error('The database restarts.'));
    await stack.phones.unlink(phone);
    await stack.reaches(channel, 'LOGGED_OUT');
    change.mockRestore();
  });

  it('reconnects when a reset could not be stored', async () => {
    const { ref, channel } = await linkAnother();
    const change = jest.spyOn(SessionsRepository.prototype, 'change');
    await stack.reconnectsAfter(channel, async () => {
      change.mockRejectedValueOnce(new Error('The database restarts.'));
      await expect(stack.bus.request(resetSession, ref)).rejects.toMatchObject({ code: 'server_error' });
    });
    change.mockRestore();
  });

  it('is linked by a pairing code', async () => {
    const pair = { body: { channel_id: 8, phone: '4915100000008' } };
    const { session, pairing_code } = await stack.bus.request(getSessionPairingCode, pair);
    expect(session.raw_status).toBe('PAIRING');
    expect(pairing_code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    await stack.phones.enterPairingCode('4915100000008', pairing_code);
    await stack.reaches(8, 'CONNECTED');
  });

  it('can be paired again after a reset', async () => {
    const { ref, channel } = await linkAnother();
    const reset = await stack.bus.request(resetSession, ref);
    expect(reset).toMatchObject({ raw_status: 'STOPPED', phone_number: null, last_error: null });
    await stack.link(channel, '4915100000009');
    expect(await stack.bus.request(getSession, ref)).toMatchObject({
      phone_number: '4915100000009',
    });
  });

  it('stays linked when it is connected and reset with unless_connected', async () => {
    const { channel, phone } = await linkAnother();
    const unlessConnected = { body: { channel_id: channel, unless_connected: true } };
    const session = await stack.bus.request(resetSession, unlessConnected);
    expect(session).toMatchObject({ raw_status: 'CONNECTED', phone_number: phone });

    await stack.phones.unlink(phone);
    await stack.reaches(channel, 'LOGGED_OUT');
    expect(await stack.bus.request(resetSession, unlessConnected)).toMatchObject({ raw_status: 'STOPPED' });
  });

  it('logs out on the network too, and stores the reason', async () => {
    const { channel, phone } = await linkAnother();
    const input = { body: { channel_id: channel, reason: 'The channel was deleted.' } };
    const session = await stack.bus.request(logOutSession, input);
    expect(session).toMatchObject({
      raw_status: 'LOGGED_OUT',
      ...{ last_error: 'The channel was deleted.', last_error_reason: 'logged_out' },
    });
    await expect(stack.phones.write(BUSINESS, { to: phone, text: 'hi' })).rejects.toThrow('409');
  });
});

describe('the line of a linked phone', () => {
  let stack: DeviceSessionsUnderTest;

  beforeAll(async () => {
    stack = await startDeviceSessions({}, { DEVICE_RECONNECT_GRACE_MS: '2000' });
    await stack.link(7, BUSINESS);
  });

  afterAll(() => stack.stop());

  const disconnections = () =>
    stack.bus.events(sessionStatusChanged).filter(({ data }) => data.raw_status === 'DISCONNECTED');

  it('may break for a moment: nobody is told, and what is sent meanwhile waits for it', async () => {
    await stack.reconnectsAfter(7, () => stack.phones.breakLine(BUSINESS, 300));
    await stack.phones.breakLine(BUSINESS, 300);
    const body = newSend();
    await stack.bus.request(sendThroughDevice, { body });
    expect(await stack.phones.sends(String(body.message_id))).toHaveLength(1);
    expect(disconnections()).toEqual([]);
  });

  it('that stays broken is told once, refuses what is sent without sending it, and heals', async () => {
    await stack.reconnectsAfter(7, async () => {
      await stack.phones.breakLine(BUSINESS, 4_000);
      await stack.reaches(7, 'DISCONNECTED');
      const body = newSend({ deadline: Date.now() + 500 });
      await expect(stack.bus.request(sendThroughDevice, { body })).rejects.toMatchObject({
        code: 'device_service_error',
      });
      expect(await stack.phones.sends(String(body.message_id))).toEqual([]);
    });
    expect(disconnections()).toHaveLength(1);
  });
});

describe('a session whose code is not scanned', () => {
  it('ends, and shows a new code when it is requested again', async () => {
    const stack = await startDeviceSessions({
      SANDBOX_QR_FIRST_MS: '700',
      SANDBOX_QR_NEXT_MS: '100',
      SANDBOX_QR_COUNT: '2',
    });
    const { qr } = await stack.bus.request(getSessionQr, ref);
    await stack.reaches(7, 'QR_TIMEOUT');
    const again = await stack.bus.request(getSessionQr, ref);
    expect(again.qr).not.toBe(qr);
    await stack.stop();
  });
});

describe('a network that cannot be reached', () => {
  it('is reported as device_service_error', async () => {
    const stack = await startDeviceSessions({}, { DEVICE_NETWORK_URL: 'ws://127.0.0.1:1/device-network' });
    await expect(stack.bus.request(getSessionQr, ref)).rejects.toMatchObject({
      code: 'device_service_error',
    });
    const pair = { body: { channel_id: 7, phone: BUSINESS } };
    await expect(stack.bus.request(getSessionPairingCode, pair)).rejects.toMatchObject({
      code: 'device_service_error',
    });
    expect(await stack.bus.request(getSession, ref)).toMatchObject({ raw_status: 'DISCONNECTED' });
    await stack.stop();
  });
});
