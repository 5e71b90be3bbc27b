import { randomUUID } from 'node:crypto';
import {
  connectSignUp,
  exchangeSignUpCode,
  numberStatusChanged,
  sendThroughCloud,
} from '@chat/contracts/cloud-connector';
import { until } from '@chat/test-kit';
import {
  newSend,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

const DAY = 24 * 60 * 60;

interface Stored {
  status: string;
  reason: string;
  credentials_version: number;
  /** In days from now, rounded; null: never, or unknown. */
  expires_in_days: number | null;
  is_due: boolean;
}

describe('the tokens of numbers', () => {
  let stack: CloudConnectorUnderTest;
  let lastChannel = 900;
  let lastNumber = 0;

  beforeAll(async () => {
    stack = await startCloudConnector();
  });

  afterAll(() => stack.stop());

  const newDigits = () => `4930400${String((lastNumber += 1)).padStart(6, '0')}`;
  const newChannel = () => (lastChannel += 1);
  const stored = async (channelId: number): Promise<Stored> => {
    const [row] = await stack.query<Stored & Record<string, unknown>>(
      `SELECT status, reason, credentials_version, token_check_at <= now() AS is_due,
         round(extract(epoch FROM token_expires_at - now()) / 86400)::int AS expires_in_days
       FROM cloud_connector.numbers WHERE channel_id = $1`,
      [channelId],
    );
    return row!;
  };
  const untilStored = (channelId: number, isMeant: (row: Stored) => boolean, describe: string) =>
    until(
      async () => {
        const row = await stored(channelId);
        return isMeant(row) && row;
      },
      { describe },
    );
  /** Lets the token expire in so many seconds at the provider; 0: never. */
  const expiresIn = (digits: string, seconds: number) =>
    stack.sandbox.call('PUT', `/cloud/numbers/${digits}`, { token_expires_in: seconds });
  /** A connected number with such a token, whose end nobody knows yet. */
  const connected = async (seconds: number): Promise<{ channelId: number; number: ProviderNumber }> => {
    const number = await stack.putNumber(newDigits());
    const channelId = newChannel();
    await stack.connect(channelId, number);
    await expiresIn(number.digits, seconds);
    return { channelId, number };
  };
  const makeDue = (...channels: number[]) =>
    stack.query(
      `UPDATE cloud_connector.numbers SET token_check_at = now() - interval '1 minute' WHERE channel_id = ANY ($1)`,
      [channels],
    );
  /** The first round of another replica. */
  const checkNow = () => stack.startReplica({ CALLBACK_PORT: '0' });

  it('of a sign-up expire after 60 days, which the number tells', async () => {
    const digits = newDigits();
    const { body } = await stack.sandbox.call('POST', '/cloud/sign-ups', { number: digits });
    const asked = { session_id: randomUUID(), code: body['code'] as string, coexistence: false };
    const { sign_up_id } = await stack.bus.request(exchangeSignUpCode, { body: asked });
    const channelId = newChannel();
    const snapshot = await stack.bus.request(connectSignUp, { body: { sign_up_id, channel_id: channelId } });
    expect(await stored(channelId)).toMatchObject({ expires_in_days: 60, is_due: false });
    const { data } = await stack.bus.nextEvent(
      numberStatusChanged,
      (event) => event.data.channel_id === channelId,
    );
    expect(data.token_expires_at).toBe(snapshot.token_expires_at);
    expect(Date.parse(data.token_expires_at!)).toBeGreaterThan(Date.now() + 59 * DAY * 1000);
  });

  it('of a company never expire', async () => {
    const { channelId } = await connected(0);
    expect(await stored(channelId)).toMatchObject({ expires_in_days: null, is_due: false });
  });

  it('are described, renewed for the last 30 days, and found dead, once each', async () => {
    const lasting = await connected(50 * DAY);
    const ending = await connected(20 * DAY);
    const over = await connected(-1);
    const held = await connected(20 * DAY);
    await makeDue(...[held, lasting, ending, over].map(({ channelId }) => channelId));
    // As if another process were at it.
    await stack.query('BEGIN');
    await stack.query('SELECT FROM cloud_connector.numbers WHERE channel_id = $1 FOR UPDATE', [
      held.channelId,
    ]);
    await Promise.all([checkNow(), checkNow()]);
    const known = await untilStored(lasting.channelId, (row) => row.expires_in_days !== null, 'the expiry');
    expect(known).toMatchObject({ expires_in_days: 50, credentials_version: 1, status: 'connected' });
    const renewed = await untilStored(ending.channelId, (row) => row.credentials_version > 1, 'the renewal');
    expect(renewed).toMatchObject({ expires_in_days: 60, credentials_version: 2, is_due: false });
    await untilStored(over.channelId, ({ status }) => status === 'disconnected', 'the end of the token');
    expect(await stored(over.channelId)).toMatchObject({ reason: 'token_expired' });
    expect(await stored(held.channelId)).toMatchObject({ credentials_version: 1, is_due: true });
    await stack.query('COMMIT');
    // The former token is gone, so only the renewed one can send.
    await stack.sandbox.query('DELETE FROM sandbox.cloud_tokens WHERE token = $1', [
      ending.number.access_token,
    ]);
    await stack.bus.request(sendThroughCloud, { body: newSend({ channel_id: ending.channelId }) });
  });

  it('that the provider does not renew stay as they are', async () => {
    const { channelId, number } = await connected(20 * DAY);
    await stack.sandbox.query(`UPDATE sandbox.cloud_tokens SET type = 'USER' WHERE token = $1`, [
      number.access_token,
    ]);
    await makeDue(channelId);
    await checkNow();
    const row = await untilStored(channelId, ({ expires_in_days: days }) => days !== null, 'the expiry');
    expect(row).toMatchObject({ expires_in_days: 20, credentials_version: 1, is_due: false });
    await stack.bus.request(sendThroughCloud, { body: newSend({ channel_id: channelId }) });
  });

  it('that cannot be checked change nothing, and are checked again within the hour', async () => {
    const { channelId } = await connected(50 * DAY);
    const limited = { match: { call: 'debug_token' }, code: 80_008 };
    await stack.sandbox.call('PUT', '/faults', { mode: 'error', times: 1, ...limited });
    await makeDue(channelId);
    await checkNow();
    const waiting = async () => (await stack.sandbox.call('GET', '/faults')).body['faults'] as unknown[];
    await until(async () => (await waiting()).length === 0, { describe: 'the refused attempt' });
    const row = await stored(channelId);
    expect(row).toMatchObject({ status: 'connected', expires_in_days: null, is_due: false });
    const again = await stack.query<{ minutes: number }>(
      `SELECT round(extract(epoch FROM token_check_at - now()) / 60)::int AS minutes
       FROM cloud_connector.numbers WHERE channel_id = $1`,
      [channelId],
    );
    expect(again[0]!.minutes).toBeLessThanOrEqual(60);
  });
});
