import type { RequestContext } from '@chat/contracts';
import {
  createPairingCode,
  createQr,
  listChannels,
  reconnectChannel,
  type RequestPairingCode,
} from '@chat/contracts/channels';
import {
  getSession,
  getSessionPairingCode,
  getSessionQr,
  resetSession,
} from '@chat/contracts/device-sessions';
import { refusal } from '@chat/test-kit';
import { ChannelsUnderTest } from '../testing/channels-under-test';

const PHONE = '12025550150';

describe('linking a phone', () => {
  let channels: ChannelsUnderTest;
  let account: RequestContext;

  beforeAll(async () => {
    channels = await ChannelsUnderTest.start();
  });

  afterAll(() => channels.stop());

  beforeEach(async () => {
    await channels.sessions.speak();
    account = channels.newAccount();
  });

  const qr = (id: number) => channels.bus.request(createQr, { params: { id } }, account);
  const pairingCode = (id: number, body: RequestPairingCode = { phone: PHONE }) =>
    channels.bus.request(createPairingCode, { params: { id }, body }, account);
  const reconnect = (id: number) => channels.bus.request(reconnectChannel, { params: { id } }, account);

  async function createDisconnected(): Promise<number> {
    const { id } = await channels.createConnected(account, PHONE);
    channels.sessions.move(id, 'LOGGED_OUT');
    await channels.poll(id, account);
    return id;
  }

  const operations = [
    ['status', (id: number) => channels.poll(id, account)],
    ['qr', qr],
    ['pairing-code', pairingCode],
    ['reconnect', reconnect],
  ] as const;

  it.each(operations)('%s answers not_found for unknown and foreign channels', async (_, call) => {
    const foreign = await channels.create(channels.newAccount());
    expect(await refusal(call(999_999))).toMatchObject({ code: 'not_found' });
    expect(await refusal(call(foreign.id))).toEqual(await refusal(call(999_999)));
  });

  it.each(operations.slice(1))('%s refuses Cloud channels', async (_, call) => {
    const id = await channels.insertCloud(account, 'pending', PHONE);
    expect(await refusal(call(id))).toMatchObject({ code: 'invalid_channel_type' });
  });

  it.each(operations.slice(1))('%s is device_service_error while sessions are silent', async (_, call) => {
    const { id } = await channels.create(account);
    await channels.sessions.fallSilent();
    expect(await refusal(call(id))).toMatchObject({ code: 'device_service_error', retryable: true });
  });

  it.each(operations.slice(1))('%s does not reset a session in an unknown state', async (_, call) => {
    const id = await createDisconnected();
    channels.sessions.fail(getSession, 'service_unavailable');
    expect(await refusal(call(id))).toMatchObject({ code: 'device_service_error', retryable: true });
    expect(channels.sessions.resets).not.toContain(id);
  });

  describe('status', () => {
    it('is pending until a new channel is linked, whatever its session reports', async () => {
      const { id } = await channels.create(account);
      channels.sessions.move(id, 'DISCONNECTED', { last_error: 'The code expired.' });
      await expect(channels.poll(id, account)).resolves.toEqual({
        id,
        connection_status: 'pending',
        last_seen_at: null,
        last_heartbeat_at: null,
        last_error: 'The code expired.',
        last_error_reason: 'disconnected',
        phone_number: null,
        device_raw_status: 'DISCONNECTED',
        awaiting_link: true,
        sync: null,
      });
    });

    it('detects the link, stores the number that was actually linked, and fires its events', async () => {
      const { id } = await channels.create(account, { phone_number: '12025550151' });
      const seenAt = '2026-01-31T10:20:30.456+00:00';
      channels.sessions.move(id, 'CONNECTED', { phone_number: PHONE, last_seen_at: seenAt });
      await expect(channels.poll(id, account)).resolves.toMatchObject({
        connection_status: 'connected',
        phone_number: PHONE,
        last_seen_at: seenAt,
        device_raw_status: 'CONNECTED',
        awaiting_link: false,
      });
      expect(await channels.firedBy(id)).toEqual(['connected', 'pending>connected (connected)']);
    });

    it('refreshes the heartbeat of an otherwise unchanged session', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      const { seq } = channels.sessions.snapshot(id);
      const beatAt = '2026-02-01T00:00:00.000+00:00';
      channels.sessions.move(id, 'CONNECTED', { seq, last_heartbeat_at: beatAt });
      await expect(channels.poll(id, account)).resolves.toMatchObject({ last_heartbeat_at: beatAt });
    });

    it('never goes back to an earlier sign of life', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      const { seq } = channels.sessions.snapshot(id);
      const at = (second: number) => `2026-02-01T00:00:0${second}.000+00:00`;
      for (const second of [5, 3]) {
        const times = { last_seen_at: at(second), last_heartbeat_at: at(second) };
        channels.sessions.move(id, 'CONNECTED', { seq, ...times });
        await expect(channels.poll(id, account)).resolves.toMatchObject({
          last_seen_at: at(5),
          last_heartbeat_at: at(5),
        });
      }
    });

    it('advances updated_at even after a change by a replica whose clock is ahead', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      const ahead = new Date(Date.now() + 60_000).toISOString();
      await channels.query('UPDATE channels.channels SET updated_at = $2 WHERE id = $1', [id, ahead]);
      const updatedAt = async () => {
        const { devices } = await channels.bus.request(listChannels, { query: {} }, account);
        return Date.parse(devices.find((device) => device.id === id)!.updated_at);
      };
      channels.sessions.move(id, 'DISCONNECTED');
      await channels.poll(id, account);
      expect(await updatedAt()).toBeGreaterThan(Date.parse(ahead));
    });

    it('advances updated_at only when a field that clients see changes', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      const { seq } = channels.sessions.snapshot(id);
      const find = async () => {
        const { devices } = await channels.bus.request(listChannels, { query: {} }, account);
        return devices.find((device) => device.id === id)!;
      };
      const before = await find();
      channels.sessions.move(id, 'CONNECTED', { seq, last_heartbeat_at: '2026-02-01T00:00:00.000+00:00' });
      await channels.poll(id, account);
      channels.sessions.move(id, 'CONNECTING');
      await channels.poll(id, account);
      channels.sessions.move(id, 'CONNECTED', { last_error: 'Slow.' });
      await channels.poll(id, account);
      expect(await find()).toEqual(before);

      const last_seen_at = '2026-02-01T00:00:01.000+00:00';
      channels.sessions.move(id, 'CONNECTED', { last_seen_at });
      await channels.poll(id, account);
      const after = await find();
      expect(after).toEqual({ ...before, last_seen_at, updated_at: after.updated_at });
      expect(after.updated_at > before.updated_at).toBe(true);
    });

    it('is the stored one while the session service does not answer', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      await channels.sessions.fallSilent();
      await expect(channels.poll(id, account)).resolves.toMatchObject({ connection_status: 'connected' });
    });

    it('is the stored one when the session service fails', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      channels.sessions.fail(getSession, 'server_error');
      await expect(channels.poll(id, account)).resolves.toMatchObject({ connection_status: 'connected' });
    });

    it('is the stored one for a Cloud channel, without a raw status', async () => {
      const id = await channels.insertCloud(account, 'pending', PHONE);
      await expect(channels.poll(id, account)).resolves.toMatchObject({
        connection_status: 'pending',
        device_raw_status: null,
        awaiting_link: false,
      });
    });
  });

  describe('QR code', () => {
    it('is returned with its remaining seconds', async () => {
      const { id } = await channels.create(account);
      await expect(qr(id)).resolves.toEqual({
        device_id: id,
        qr: expect.stringMatching(/^data:image\/png;base64,/) as string,
        status: 'PENDING',
        connected: false,
        qr_duration: 60,
      });
      expect(await channels.stored(id)).toMatchObject({ device_raw_status: 'QRCODE' });
    });

    it('is null once the channel is connected, even if this call is the first to detect it', async () => {
      const { id } = await channels.create(account);
      channels.sessions.move(id, 'CONNECTED', { phone_number: PHONE });
      const connected = { device_id: id, qr: null, status: 'CONNECTED', connected: true, qr_duration: 0 };
      await expect(qr(id)).resolves.toEqual(connected);
      await expect(qr(id)).resolves.toEqual(connected);
      expect(await channels.firedBy(id)).toEqual(['connected', 'pending>connected (connected)']);
    });

    it('resets a disconnected channel to pending first', async () => {
      const id = await createDisconnected();
      await expect(qr(id)).resolves.toMatchObject({ status: 'PENDING', connected: false });
      expect(await channels.stored(id)).toMatchObject({ connection_status: 'pending' });
      expect((await channels.firedBy(id)).at(-1)).toBe('disconnected>pending (reset)');
    });

    it.each(['qr_failed', 'device_service_error'] as const)('passes %s on', async (code) => {
      const { id } = await channels.create(account);
      channels.sessions.fail(getSessionQr, code);
      expect(await refusal(qr(id))).toMatchObject({ code, retryable: true });
    });

    it('is device_service_error for failures that the operation does not declare', async () => {
      const { id } = await channels.create(account);
      channels.sessions.fail(getSessionQr, 'server_error');
      expect(await refusal(qr(id))).toMatchObject({ code: 'device_service_error' });
    });
  });

  describe('pairing code', () => {
    it.each([
      ['phone', { phone: PHONE }],
      ['phone_number', { phone_number: PHONE }],
      ['both, saying the same', { phone: PHONE, phone_number: PHONE }],
    ])('is issued for %s', async (_, body) => {
      const { id } = await channels.create(account);
      await expect(pairingCode(id, body)).resolves.toEqual({
        device_id: id,
        pairing_code: 'ABCD-EFGH',
        phone_number: PHONE,
        message: expect.stringContaining('linked devices') as string,
      });
    });

    it.each([
      ['no number', {}, 'phone'],
      ['two different numbers', { phone: PHONE, phone_number: '12025550151' }, 'phone_number'],
      ['a number that cannot exist', { phone: '0000000000' }, 'phone'],
      ['an alias that cannot exist', { phone_number: '015112345678' }, 'phone_number'],
    ])('is refused for %s', async (_, body, member) => {
      const { id } = await channels.create(account);
      expect(await refusal(pairingCode(id, body))).toMatchObject({
        code: 'validation_error',
        errors: { [member]: [expect.any(String)] },
      });
    });

    it('is refused for a connected channel', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      expect(await refusal(pairingCode(id))).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('remove this device') as string,
      });
    });

    it('resets a disconnected channel to pending first', async () => {
      const id = await createDisconnected();
      await expect(pairingCode(id)).resolves.toMatchObject({ pairing_code: 'ABCD-EFGH' });
      expect(await channels.stored(id)).toMatchObject({ connection_status: 'pending' });
    });

    it.each(['pairing_failed', 'conflict'] as const)('passes %s on', async (code) => {
      const { id } = await channels.create(account);
      channels.sessions.fail(getSessionPairingCode, code);
      expect(await refusal(pairingCode(id))).toMatchObject({ code });
    });
  });

  describe('reconnect', () => {
    it('makes a disconnected channel pending, ready for a new link', async () => {
      const id = await createDisconnected();
      await expect(reconnect(id)).resolves.toMatchObject({
        device: { id, connection_status: 'pending' },
        message: expect.stringContaining('reset') as string,
      });
      channels.sessions.move(id, 'DISCONNECTED');
      await expect(channels.poll(id, account)).resolves.toMatchObject({
        connection_status: 'pending',
        awaiting_link: true,
      });
    });

    it('fires the loss of a link that was still stored as connected', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      channels.sessions.move(id, 'DISCONNECTED');
      await reconnect(id);
      expect((await channels.firedBy(id)).slice(2)).toEqual(['disconnected', 'connected>pending (reset)']);
    });

    it('resets a pending channel without an event', async () => {
      const { id } = await channels.create(account);
      await expect(reconnect(id)).resolves.toMatchObject({ device: { connection_status: 'pending' } });
      expect(channels.sessions.resets).toContain(id);
      expect(await channels.firedBy(id)).toEqual([]);
    });

    it('leaves a channel that is actually connected unchanged, and says so', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      await expect(reconnect(id)).resolves.toMatchObject({
        device: { connection_status: 'connected' },
        message: expect.stringContaining('Nothing was changed') as string,
      });
      expect(channels.sessions.resets).not.toContain(id);
    });

    it('does not treat an unavailable service as a lost link', async () => {
      const { id } = await channels.createConnected(account, PHONE);
      channels.sessions.fail(getSession, 'service_unavailable');
      expect(await refusal(reconnect(id))).toMatchObject({ code: 'device_service_error', retryable: true });
      expect(channels.sessions.resets).not.toContain(id);
    });

    it('keeps a link that came back after it was checked', async () => {
      const id = await createDisconnected();
      channels.sessions.afterLook(id, () => channels.sessions.move(id, 'CONNECTED'));
      await expect(reconnect(id)).resolves.toMatchObject({
        device: { connection_status: 'connected' },
        message: expect.stringContaining('Nothing was changed') as string,
      });
      expect(channels.sessions.resets).not.toContain(id);
    });

    it('leaves the channel unchanged when the session cannot be reset', async () => {
      const id = await createDisconnected();
      channels.sessions.fail(resetSession, 'server_error');
      expect(await refusal(reconnect(id))).toMatchObject({ code: 'device_service_error' });
      expect(await channels.stored(id)).toMatchObject({ connection_status: 'disconnected' });
    });
  });
});
