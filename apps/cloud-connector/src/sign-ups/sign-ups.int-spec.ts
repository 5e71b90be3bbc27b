import { randomUUID } from 'node:crypto';
import {
  abandonSignUp,
  connectSignUp,
  describeSignUp,
  exchangeSignUpCode,
  giveSignUpPin,
  releaseNumber,
  verifySignUp,
} from '@chat/contracts/cloud-connector';
import { secretKeyOperations, type RotatedSecrets } from '@chat/contracts/secret-keys';
import { SecretBox, secretKeysOf } from '@chat/service-kit';
import { CapturedLog, refusal, testContext, until } from '@chat/test-kit';
import { sealedCredentials } from '../numbers/sealed-credentials';
import { startCloudConnector, type CloudConnectorUnderTest } from '../testing/cloud-connector-under-test';

const PIN = '739201';

interface SignedUp {
  digits: string;
  code: string;
  phoneNumberId: string;
  wabaId: string;
}

describe('numbers that people sign up for', () => {
  let stack: CloudConnectorUnderTest;
  let log: CapturedLog;
  let lastChannel = 500;
  let lastNumber = 0;

  beforeAll(async () => {
    log = new CapturedLog();
    stack = await startCloudConnector({}, { LOG_LEVEL: 'info' });
  });

  afterAll(async () => {
    await stack.stop();
    log.release();
  });

  const newDigits = () => `4930300${String((lastNumber += 1)).padStart(6, '0')}`;
  const newChannel = () => (lastChannel += 1);
  const inAccount = (accountId: number) => testContext({ accountId });

  /** Completes the provider's sign-up window as a person would. */
  const signUp = async (
    { coexistence = false, waba }: { coexistence?: boolean; waba?: string } = {},
    digits = newDigits(),
  ): Promise<SignedUp> => {
    if (waba !== undefined) await stack.putNumber(digits, { waba });
    const { body } = await stack.sandbox.call('POST', '/cloud/sign-ups', { number: digits, coexistence });
    const number = await stack.putNumber(digits);
    return {
      digits,
      code: body['code'] as string,
      phoneNumberId: number.phone_number_id,
      wabaId: number.waba_id,
    };
  };
  const exchange = (
    code: string,
    {
      accountId = 1,
      session_id = randomUUID(),
      ...more
    }: {
      accountId?: number;
      session_id?: string;
      coexistence?: boolean;
      waba_id?: string;
      phone_number_id?: string;
    } = {},
  ) =>
    stack.bus
      .request(
        exchangeSignUpCode,
        { body: { session_id, code, coexistence: false, ...more } },
        inAccount(accountId),
      )
      .then(({ sign_up_id }) => sign_up_id);
  const verify = (sign_up_id: number, accountId = 1) =>
    stack.bus.request(verifySignUp, { body: { sign_up_id } }, inAccount(accountId));
  const connect = (sign_up_id: number, channel_id: number, accountId = 1) =>
    stack.bus.request(connectSignUp, { body: { sign_up_id, channel_id } }, inAccount(accountId));
  const abandon = (sign_up_id: number, channel_id?: number) =>
    stack.bus.request(abandonSignUp, { body: { sign_up_id, channel_id } });
  const numberOf = async (channelId: number) => {
    const [row] = await stack.query<Record<string, unknown>>(
      'SELECT * FROM cloud_connector.numbers WHERE channel_id = $1',
      [channelId],
    );
    return row;
  };
  const atProvider = async ({ digits }: SignedUp) => {
    const number = await stack.putNumber(digits);
    const headers = { authorization: `Bearer ${number.access_token}` };
    const ask = async (path: string) =>
      (await (await fetch(`${stack.sandbox.url}/v23.0/${path}`, { headers })).json()) as Record<
        string,
        unknown
      >;
    const { data } = await ask(`${number.waba_id}/subscribed_apps`);
    return {
      isSubscribed: (data as unknown[]).length > 0,
      status: (await ask(`${number.phone_number_id}?fields=status`))['status'],
    };
  };
  /** Registers the number elsewhere with the PIN, and deregisters it. */
  const registerElsewhere = async (digits: string) => {
    await stack.putNumber(digits);
    await stack.sandbox.query(
      'UPDATE sandbox.cloud_numbers SET pin = $2, is_registered = false WHERE digits = $1',
      [digits, PIN],
    );
  };
  const untilDeregistered = (number: SignedUp) =>
    until(async () => (await atProvider(number)).status === 'PENDING', { describe: 'the deregistration' });
  /** Makes all PINs unreadable, as if sealed with a lost key. */
  const rotateSecrets = async () => {
    await stack.query('UPDATE cloud_connector.registration_pins SET pin = substring(pin FROM 6)');
    const { rotate } = secretKeyOperations('cloud-connector');
    const batches: RotatedSecrets[] = [];
    do {
      const after = batches.at(-1)?.after;
      batches.push(await stack.bus.request(rotate, { body: { ...(after && { after }) } }));
    } while (batches.at(-1)?.after);
    expect(batches.some(({ rotated }) => rotated > 0)).toBe(true);
  };
  const untilUntouched = (number: SignedUp) =>
    until(async () => !(await atProvider(number)).isSubscribed, { describe: 'no subscription to be left' });

  it('give the page its app settings, but no secret', async () => {
    const settings = await stack.bus.request(describeSignUp, { body: { coexistence: true } });
    expect(settings).toEqual({
      sdk_url: `${stack.sandbox.url}/en_US/sdk.js`,
      message_origin: stack.sandbox.url,
      app_id: '900000000000001',
      config_id: '8',
      graph_version: 'v23.0',
      extras: {
        version: 'v4',
        setup: {},
        sessionInfoVersion: '3',
        featureType: 'whatsapp_business_app_onboarding',
      },
    });
  });

  it('are registered with a generated PIN, subscribed, and connected to the channel', async () => {
    const number = await signUp();
    const id = await exchange(number.code);
    expect(await verify(id)).toMatchObject({ phone_number: number.digits });
    expect(await atProvider(number)).toEqual({ isSubscribed: false, status: 'PENDING' });
    const channelId = newChannel();
    const snapshot = await connect(id, channelId);
    expect(snapshot).toMatchObject({
      channel_id: channelId,
      status: 'connected',
      phone_number: number.digits,
    });
    expect(await atProvider(number)).toEqual({ isSubscribed: true, status: 'CONNECTED' });
    expect(await numberOf(channelId)).toMatchObject({ is_registered_here: true, is_coexistence: false });

    await stack.bus.request(releaseNumber, { body: { channel_id: channelId } });
    await untilDeregistered(number);
  });

  it('stay in the business app with Coexistence: without registration or PIN', async () => {
    const number = await signUp({ coexistence: true });
    const id = await exchange(number.code, { coexistence: true });
    const channelId = newChannel();
    await connect(id, channelId);
    expect(await numberOf(channelId)).toMatchObject({ is_registered_here: false, is_coexistence: true });
  });

  it('are connected once, however often that is requested', async () => {
    const number = await signUp();
    const id = await exchange(number.code);
    const channelId = newChannel();
    await Promise.all([connect(id, channelId), connect(id, channelId)]);
    await connect(id, channelId);
    expect(await numberOf(channelId)).toMatchObject({ status: 'connected', is_registered_here: true });
  });

  it('are those that the token grants, whatever ids the browser sends', async () => {
    const [own, foreign] = [await signUp(), await signUp()];
    const id = await exchange(own.code, { waba_id: foreign.wabaId, phone_number_id: foreign.phoneNumberId });
    expect(await verify(id)).toMatchObject({ phone_number: own.digits });
    const channelId = newChannel();
    await connect(id, channelId);
    expect(await numberOf(channelId)).toMatchObject({ phone_number_id: own.phoneNumberId });
  });

  it('are chosen among several of one account by the id that the browser sends', async () => {
    const waba = `shared-${randomUUID()}`;
    const [one, other] = [await signUp({ waba }), await signUp({ waba })];
    const byHint = await exchange(other.code, { phone_number_id: one.phoneNumberId });
    expect(await verify(byHint)).toMatchObject({ phone_number: one.digits });
    const [, third] = [one, await signUp({ waba })];
    const unclear = await refusal(verify(await exchange(third.code)));
    expect(unclear).toMatchObject({ code: 'capability_error', reason: 'several_numbers' });
  });

  it('are reported as missing if the sign-up ended without one', async () => {
    const number = await signUp();
    await stack.sandbox.call('POST', `/cloud/numbers/${number.digits}/events`, { event: 'number_removed' });
    const id = await exchange(number.code);
    expect(await refusal(verify(id))).toMatchObject({ code: 'capability_error', reason: 'no_number' });
  });

  it('exchange a code once: repeats in its session get the same sign-up, others nothing', async () => {
    const { code } = await signUp();
    const session_id = randomUUID();
    const ids = await Promise.all([1, 2, 3].map(() => exchange(code, { session_id })));
    expect(new Set(ids).size).toBe(1);
    const elsewhere = { code: 'validation_error', errors: { code: [expect.any(String)] } };
    expect(await refusal(exchange(code))).toMatchObject(elsewhere);
    expect(await refusal(exchange(code, { session_id, accountId: 2 }))).toMatchObject(elsewhere);
    expect(await refusal(exchange('unknown'))).toMatchObject(elsewhere);
  });

  it('cannot be used by another account through the id of their sign-up', async () => {
    const id = await exchange((await signUp()).code);
    expect(await refusal(verify(id, 2))).toMatchObject({ code: 'conflict', reason: 'sign_up_over' });
    expect(await refusal(connect(id, newChannel(), 2))).toMatchObject({ reason: 'sign_up_over' });
  });

  it('that another account has are refused before anything changes at the provider', async () => {
    const digits = newDigits();
    const first = await signUp({}, digits);
    await connect(await exchange(first.code), newChannel());
    const second = await signUp({}, digits);
    const id = await exchange(second.code, { accountId: 2 });
    expect(await refusal(verify(id, 2))).toMatchObject({ code: 'conflict', reason: 'number_in_use' });
  });

  it('need the PIN of their earlier registration', async () => {
    const digits = newDigits();
    await registerElsewhere(digits);
    const number = await signUp({}, digits);
    const id = await exchange(number.code);
    const channelId = newChannel();
    expect(await refusal(connect(id, channelId))).toMatchObject({ code: 'conflict', reason: 'wrong_pin' });
    expect((await atProvider(number)).isSubscribed).toBe(false);
    // If the person leaves now, the token is deleted after a day, since nothing has to be undone.
    const begun = 'SELECT FROM cloud_connector.sign_ups WHERE id = $1 AND is_begun';
    expect(await stack.query(begun, [id])).toEqual([]);
    await stack.bus.request(giveSignUpPin, { body: { sign_up_id: id, pin: PIN } });
    expect(await connect(id, channelId)).toMatchObject({ status: 'connected' });
  });

  it('are registered again with their first PIN, which outlives their channel and a failed session', async () => {
    const digits = newDigits();
    const first = await signUp({}, digits);
    const channelId = newChannel();
    await connect(await exchange(first.code), channelId);
    // A renewal registers nothing, so the PIN generated for it is not used.
    await connect(await exchange((await signUp({}, digits)).code), channelId);
    await rotateSecrets();
    await stack.bus.request(releaseNumber, { body: { channel_id: channelId } });
    await untilDeregistered(first);

    const second = await exchange((await signUp({}, digits)).code);
    await connect(second, newChannel());
    await abandon(second, lastChannel);
    await untilDeregistered(first);

    await connect(await exchange((await signUp({}, digits)).code), newChannel());
    expect(await numberOf(lastChannel)).toMatchObject({ status: 'connected', is_registered_here: true });
  });

  it('are not deregistered if their channel got another number that we never registered', async () => {
    await connect(await exchange((await signUp()).code), newChannel());
    await stack.connect(lastChannel, await stack.putNumber(newDigits()));
    expect(await numberOf(lastChannel)).toMatchObject({ is_registered_here: false });
  });

  it('are registered again with the PIN that a person gave', async () => {
    const number = await signUp();
    await registerElsewhere(number.digits);
    const id = await exchange(number.code);
    await verify(id);
    await stack.bus.request(giveSignUpPin, { body: { sign_up_id: id, pin: PIN } });
    await connect(id, newChannel());
    await abandon(id, lastChannel);
    await untilDeregistered(number);
    await connect(await exchange((await signUp({}, number.digits)).code), newChannel());
    await stack.bus.request(releaseNumber, { body: { channel_id: lastChannel } });
    await untilDeregistered(number);
    // A caller with a token and no PIN uses it as well.
    await stack.connect(newChannel(), await stack.putNumber(number.digits));
  });

  it('keep the PIN that an earlier release stored with their token', async () => {
    const number = await signUp();
    await connect(await exchange(number.code), newChannel());
    const { access_token: token } = await stack.putNumber(number.digits);
    const [{ pin } = { pin: '' }] = (await stack.sandbox.rows(
      'SELECT pin FROM sandbox.cloud_numbers WHERE digits = $1',
      [number.digits],
    )) as { pin: string }[];
    await stack.query('DELETE FROM cloud_connector.registration_pins WHERE phone_number_id = $1', [
      number.phoneNumberId,
    ]);
    const box = new SecretBox(
      secretKeysOf({ SECRET_KEY: Buffer.alloc(32, 7), SECRET_KEYS_ACCEPTED: [] }),
      sealedCredentials.purpose,
    );
    await stack.query('UPDATE cloud_connector.numbers SET credentials = $2 WHERE channel_id = $1', [
      lastChannel,
      box.seal(JSON.stringify({ token, pin }), sealedCredentials.contextOf([1, lastChannel])),
    ]);
    await stack.connect(lastChannel, await stack.putNumber(number.digits));
    await stack.bus.request(releaseNumber, { body: { channel_id: lastChannel } });
    await untilDeregistered(number);
    await connect(await exchange((await signUp({}, number.digits)).code), newChannel());
  });

  it('leave nothing at the provider when their session fails, connected or not', async () => {
    const connected = await signUp();
    const id = await exchange(connected.code);
    const channelId = newChannel();
    await connect(id, channelId);
    await abandon(id, channelId);
    await abandon(id, channelId);
    await untilUntouched(connected);
    await untilDeregistered(connected);
    expect(await numberOf(channelId)).toBeUndefined();
    expect(await refusal(connect(id, channelId))).toMatchObject({ reason: 'sign_up_over' });

    const halfway = await signUp();
    const other = await exchange(halfway.code);
    await verify(other);
    // Simulates a crash after the subscription.
    const headers = { authorization: `Bearer ${(await stack.putNumber(halfway.digits)).access_token}` };
    await fetch(`${stack.sandbox.url}/v23.0/${halfway.wabaId}/subscribed_apps`, { method: 'POST', headers });
    await stack.query('UPDATE cloud_connector.sign_ups SET is_begun = true WHERE id = $1', [other]);
    await abandon(other);
    await untilUntouched(halfway);
  });

  it('stay registered if a channel of another session has them by the time theirs is undone', async () => {
    const number = await signUp();
    const [one, other] = [
      await exchange(number.code),
      await exchange((await signUp({}, number.digits)).code),
    ];
    await connect(one, newChannel());
    await connect(other, lastChannel);
    await stack.query('UPDATE cloud_connector.sign_ups SET is_begun = true WHERE id = $1', [one]);
    await abandon(one);
    await stack.untilDone('let-go-of-number');
    expect(await atProvider(number)).toEqual({ isSubscribed: true, status: 'CONNECTED' });
  });

  it('are not undone while a call to the provider may be in progress', async () => {
    const id = await exchange((await signUp()).code);
    await verify(id);
    await stack.query(
      `UPDATE cloud_connector.sign_ups SET busy_until = now() + interval '1 minute' WHERE id = $1`,
      [id],
    );
    expect(await refusal(abandon(id))).toMatchObject({ code: 'service_unavailable', retryable: true });
    await stack.query(
      `UPDATE cloud_connector.sign_ups SET busy_until = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    await abandon(id);
    expect(await stack.query('SELECT FROM cloud_connector.sign_ups WHERE id = $1', [id])).toEqual([]);
  });

  it('keep tokens and PINs sealed and codes not at all, and log none of them', async () => {
    const number = await signUp();
    const id = await exchange(number.code);
    await stack.bus.request(giveSignUpPin, { body: { sign_up_id: id, pin: PIN } });
    const [row] = await stack.query<{ dump: string; credentials: Buffer }>(
      'SELECT s::text AS dump, credentials FROM cloud_connector.sign_ups s WHERE id = $1',
      [id],
    );
    expect(row!.dump).not.toContain(number.code);
    // Chance matches in random bytes and digits are shorter than a token, or not free-standing.
    const token = 'EAA\\w{8}';
    expect(row!.credentials.toString('latin1')).not.toMatch(new RegExp(`${token}|"${PIN}"`));
    const secrets = `${number.code}|${token}|(?<![\\w.-])${PIN}(?![\\w-])|sandbox-app-secret`;
    expect(JSON.stringify(log.lines)).not.toMatch(new RegExp(secrets));
  });
});
