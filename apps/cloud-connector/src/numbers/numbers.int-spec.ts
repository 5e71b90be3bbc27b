import { isDeepStrictEqual } from 'node:util';
import {
  connectNumber,
  numberStatusChanged,
  type NumberSnapshot,
  releaseNumber,
  sendThroughCloud,
  verifyNumber,
} from '@chat/contracts/cloud-connector';
import { refusal, testContext, until } from '@chat/test-kit';
import {
  CUSTOMER,
  messagesCallback,
  newSend,
  startCloudConnector,
  type CloudConnectorUnderTest,
  type ProviderNumber,
} from '../testing/cloud-connector-under-test';

const PIN = '739201';

describe('numbers at the provider', () => {
  let stack: CloudConnectorUnderTest;
  let lastChannel = 100;
  let lastNumber = 0;
  let lastMessage = 7_000_000;

  beforeAll(async () => {
    stack = await startCloudConnector();
  });

  afterAll(() => stack.stop());

  const newNumber = (settings: { waba?: string; coexistence?: boolean } = {}) => {
    lastNumber += 1;
    return stack.putNumber(`4930200${String(lastNumber).padStart(6, '0')}`, settings);
  };
  const newChannel = () => (lastChannel += 1);
  const credentialsOf = ({ waba_id, phone_number_id, access_token: token }: ProviderNumber) => ({
    waba_id,
    phone_number_id,
    token,
    coexistence: false,
  });
  const verify = (credentials: ReturnType<typeof credentialsOf> & { pin?: string }) =>
    stack.bus.request(verifyNumber, { body: credentials });
  const happens = (number: ProviderNumber, event: string, members: object = {}) =>
    stack.sandbox.call('POST', `/cloud/numbers/${number.digits}/events`, { event, ...members });
  /** Resolves when others are told these members of the channel's number. */
  const isTold = (channelId: number, members: Partial<NumberSnapshot>) =>
    until(
      () => {
        const told = stack.bus
          .events(numberStatusChanged)
          .filter(({ data }) => data.channel_id === channelId);
        const latest = told.toSorted((one, other) => other.data.version - one.data.version)[0]?.data;
        return isDeepStrictEqual({ ...latest, ...members }, latest);
      },
      { describe: `${channelId} to be told as ${JSON.stringify(members)}` },
    );
  const statusOf = async (channelId: number) => {
    const [row] = await stack.query<{ status: string; reason: string }>(
      'SELECT status, reason FROM cloud_connector.numbers WHERE channel_id = $1',
      [channelId],
    );
    return row && `${row.status} (${row.reason})`;
  };
  const lastErrorOf = async (channelId: number) => {
    const [row] = await stack.query<{ last_error: string | null }>(
      'SELECT last_error FROM cloud_connector.numbers WHERE channel_id = $1',
      [channelId],
    );
    return row?.last_error;
  };
  const becomes = (channelId: number, expected: string | undefined) =>
    until(async () => (await statusOf(channelId)) === expected, {
      describe: `${channelId} to be ${expected}`,
    });
  const callbacksAreWorkedOff = () =>
    until(async () => (await stack.query('SELECT FROM cloud_connector.callbacks')).length === 0, {
      describe: 'the callbacks to be processed',
    });
  /** The provider reports an event of the account in this second. */
  const reports = async (number: ProviderNumber, value: object, at: number) => {
    const change = { field: 'account_update', value: { phone_number: number.digits, ...value } };
    const entry = [{ id: number.waba_id, time: at, changes: [change] }];
    expect(await stack.post(JSON.stringify({ object: 'whatsapp_business_account', entry }))).toBe(200);
    await callbacksAreWorkedOff();
  };
  /** The provider reports that a message which it had accepted failed. */
  const fails = async (
    channelId: number,
    number: ProviderNumber,
    { code, at }: { code: number; at: number },
  ) => {
    lastMessage += 1;
    await stack.query(
      `INSERT INTO cloud_connector.sends (account_id, message_id, channel_id, state, chat_message_id)
       VALUES (1, $1::bigint, $2, 'accepted', 'wamid.' || $1::bigint)`,
      [lastMessage, channelId],
    );
    const status = {
      id: `wamid.${lastMessage}`,
      status: 'failed',
      timestamp: String(at),
      errors: [{ code }],
    };
    expect(await stack.post(JSON.stringify(messagesCallback(number, { statuses: [status] })))).toBe(200);
    await callbacksAreWorkedOff();
  };
  it('are described by the provider', async () => {
    const number = await newNumber();
    expect(await verify(credentialsOf(number))).toMatchObject({ phone_number: number.digits });
  });

  it('need a token that the provider accepts and that can see the number', async () => {
    const [number, other] = [await newNumber(), await newNumber()];
    const credentials = credentialsOf(number);
    expect(await refusal(verify({ ...credentials, token: 'wrong' }))).toMatchObject({
      errors: { token: [/token/] } as never,
    });
    const foreign = await refusal(verify({ ...credentials, token: other.access_token }));
    expect(Object.keys(foreign.errors ?? {})).toEqual(['phone_number_id']);
    const elsewhere = await refusal(verify({ ...credentials, waba_id: other.waba_id }));
    expect(Object.keys(elsewhere.errors ?? {})).toEqual(['phone_number_id']);
  });

  it('belong to one channel, whatever the account', async () => {
    const number = await newNumber();
    const attempts = [1, 2, 3].map((accountId) => stack.connect(newChannel(), number, accountId));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    for (const error of refused)
      expect(error).toMatchObject({ code: 'conflict', details: { reason: 'number_in_use' } });
    const rows = await stack.query('SELECT FROM cloud_connector.numbers WHERE phone_number_id = $1', [
      number.phone_number_id,
    ]);
    expect(rows).toHaveLength(1);
  });

  it.each([
    ['number_removed', 'disconnected (number_removed)'],
    ['account_restricted', 'disconnected (account_restricted)'],
  ])('are disconnected by %s, and reconnected when the provider says so', async (event, status) => {
    const number = await newNumber();
    const channelId = newChannel();
    await stack.connect(channelId, number);
    await happens(number, event);
    await becomes(channelId, status);
    const isIt = ({ data }: { data: { channel_id: number; status: string } }) =>
      data.channel_id === channelId && data.status === 'disconnected';
    const { data } = await stack.bus.nextEvent(numberStatusChanged, isIt);
    expect(data.last_error).not.toBeNull();
    expect(data.last_error_reason).toBe(event);
    await happens(number, 'account_reconnected');
    await becomes(channelId, 'connected (reconnected)');
  });

  it('stay as the last event left them when older ones arrive late or again, before and after a renewal', async () => {
    const number = await newNumber();
    const channelId = newChannel();
    await stack.connect(channelId, number);
    const now = Math.floor(Date.now() / 1_000);
    await reports(number, { event: 'PARTNER_REMOVED' }, now);
    await reports(number, { event: 'ACCOUNT_RECONNECTED' }, now - 60);
    expect(await statusOf(channelId)).toBe('disconnected (number_removed)');
    await reports(number, { event: 'ACCOUNT_RECONNECTED' }, now + 2);
    await reports(number, { event: 'PARTNER_REMOVED' }, now);
    expect(await statusOf(channelId)).toBe('connected (reconnected)');

    await stack.connect(channelId, number);
    await reports(number, { event: 'PARTNER_REMOVED' }, now - 60);
    await fails(channelId, number, { code: 131031, at: now - 60 });
    expect(await statusOf(channelId)).toBe('connected (connected)');
    await fails(channelId, number, { code: 131031, at: now + 2 });
    expect(await statusOf(channelId)).toBe('disconnected (account_restricted)');
  });

  const restriction = (types: string[], expiration: number) => ({
    event: 'ACCOUNT_RESTRICTION',
    restriction_info: types.map((restriction_type) => ({ restriction_type, expiration })),
  });
  const STARTS = 'RESTRICTED_BIZ_INITIATED_MESSAGING';
  const ANSWERS = 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING';
  const WAITS = `type = 'end-restriction' AND state <> 'done'`;
  /** Time passes until the restrictions of a channel have ended. */
  const ends = (channelId: number) =>
    stack.query(
      `UPDATE cloud_connector.numbers SET restrictions = (
         SELECT jsonb_agg(one || '{"until": "2026-01-01T00:00:00.000Z"}') FROM jsonb_array_elements(restrictions) AS one)
       WHERE channel_id = $1`,
      [channelId],
    );
  /** The oldest wait for the end of a restriction is over. */
  const waitIsOver = async () => {
    const waiting = async () => (await stack.query(`SELECT FROM cloud_connector.jobs WHERE ${WAITS}`)).length;
    const before = await waiting();
    await stack.query(
      `UPDATE cloud_connector.jobs SET due_at = now() WHERE id = (SELECT min(id) FROM cloud_connector.jobs WHERE ${WAITS})`,
    );
    await until(async () => (await waiting()) < before, { describe: 'the end of the restriction' });
  };

  it('work again when a restriction ends, unless something else was reported meanwhile', async () => {
    const number = await newNumber();
    const channelId = newChannel();
    await stack.connect(channelId, number);
    const now = Math.floor(Date.now() / 1_000);
    await reports(number, restriction([STARTS, ANSWERS], now + 3_600), now);
    await reports(number, restriction([STARTS, ANSWERS], now + 7_200), now + 1);
    await waitIsOver();
    expect(await statusOf(channelId)).toBe('disconnected (account_restricted)');
    await ends(channelId);
    await waitIsOver();
    expect(await statusOf(channelId)).toBe('connected (reconnected)');
  });

  it('stay connected under a restriction of some messages, and tell until when', async () => {
    const number = await newNumber();
    const channelId = newChannel();
    await stack.connect(channelId, number);
    const now = Math.floor(Date.now() / 1_000);
    await reports(number, restriction([STARTS], now + 3_600), now);
    expect(await statusOf(channelId)).toBe('connected (connected)');
    const end = new Date((now + 3_600) * 1_000).toISOString().replace('Z', '+00:00');
    const restrictions = [{ kind: 'business_initiated', until: end }] as const;
    const sentence = `The provider has restricted this business account: no conversation can be started until ${end}. Everything else works.`;
    await isTold(channelId, {
      restrictions: [...restrictions],
      last_error: sentence,
      last_error_reason: 'restricted',
    });
    // The provider's refusal of what it restricts is no news, and takes nothing else away.
    await fails(channelId, number, { code: 131031, at: now + 2 });
    expect(await statusOf(channelId)).toBe('connected (connected)');

    // Neither does another trouble lift it, nor the renewal that ends that trouble.
    await reports(number, { event: 'PARTNER_REMOVED' }, now + 3);
    await stack.connect(channelId, number);
    await isTold(channelId, { status: 'connected', restrictions: [...restrictions], last_error: sentence });

    await reports(number, restriction([STARTS, ANSWERS], now + 3_600), now + 13);
    expect(await statusOf(channelId)).toBe('disconnected (account_restricted)');
    await reports(number, restriction([ANSWERS], now + 3_600), now + 14);
    expect(await statusOf(channelId)).toBe('connected (reconnected)');
    await isTold(channelId, { restrictions: [{ kind: 'customer_initiated', until: end }] });
    await ends(channelId);
    await waitIsOver();
    await isTold(channelId, {
      ...{ status: 'connected', restrictions: [] },
      ...{ last_error: null, last_error_reason: null },
    });
  });

  it('tell of their quality, limit and name as the provider does, whichever callback is the latest', async () => {
    const number = await newNumber();
    const channelId = newChannel();
    await stack.connect(channelId, number);
    const fresh = { quality_rating: 'GREEN', messaging_limit: 'TIER_1K', name_status: 'APPROVED' };
    await isTold(channelId, fresh);
    await happens(number, 'quality', { rating: 'RED', limit: 'TIER_250' });
    // The limit comes with the callback; the quality is asked for.
    await isTold(channelId, { ...fresh, messaging_limit: 'TIER_250', quality_rating: 'RED' });
    await happens(number, 'name_status', { status: 'DECLINED' });
    await isTold(channelId, { messaging_limit: 'TIER_250', quality_rating: 'RED', name_status: 'DECLINED' });

    const reportsOf = async (field: string, value: object, at: number) => {
      const entry = [{ id: number.waba_id, time: at, changes: [{ field, value }] }];
      expect(await stack.post(JSON.stringify({ object: 'whatsapp_business_account', entry }))).toBe(200);
      await callbacksAreWorkedOff();
    };
    const later = Math.floor(Date.now() / 1_000) + 30;
    const limit = (tier: string) => ({ max_daily_conversations_per_business: tier });
    await reportsOf('business_capability_update', limit('TIER_10K'), later);
    await reportsOf('business_capability_update', limit('TIER_2K'), later - 20);
    await reportsOf('business_capability_update', { max_daily_conversation_per_phone: 250 }, later + 1);
    await isTold(channelId, { messaging_limit: 'TIER_10K' });
  });

  it('keep working under the warning of a ban until it takes effect, and work again when it is lifted', async () => {
    const number = await newNumber();
    const channelId = newChannel();
    await stack.connect(channelId, number);
    const now = Math.floor(Date.now() / 1_000);
    const ban = async (waba_ban_state: string, at: number) => {
      await reports(number, { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state } }, at);
      return [await statusOf(channelId), await lastErrorOf(channelId)];
    };
    expect(await ban('SCHEDULE_FOR_DISABLE', now)).toEqual([
      'connected (connected)',
      expect.stringMatching(/going to disable/),
    ]);
    await isTold(channelId, { status: 'connected', last_error_reason: 'disable_scheduled' });
    expect((await ban('DISABLE', now + 1))[0]).toBe('disconnected (account_restricted)');
    expect(await ban('REINSTATE', now + 2)).toEqual(['connected (reconnected)', null]);
  });

  it('are removed by a report older than a warning that arrived first, since a warning does not change the status', async () => {
    const number = await newNumber();
    const channelId = newChannel();
    await stack.connect(channelId, number);
    const now = Math.floor(Date.now() / 1_000);
    const ban_info = { waba_ban_state: 'SCHEDULE_FOR_DISABLE' };
    await reports(number, { event: 'DISABLED_UPDATE', ban_info }, now);
    await reports(number, { event: 'PARTNER_REMOVED' }, now - 1);
    expect(await statusOf(channelId)).toBe('disconnected (number_removed)');
  });

  it('follow current reports, whatever an event from the future said', async () => {
    const number = await newNumber();
    const channelId = newChannel();
    await stack.connect(channelId, number);
    const now = Math.floor(Date.now() / 1_000);
    await reports(number, { event: 'ACCOUNT_RECONNECTED' }, now + 1_000_000);
    await reports(number, { event: 'PARTNER_REMOVED' }, now + 90);
    expect(await statusOf(channelId)).toBe('disconnected (number_removed)');
  });

  it('are not affected when another of the same account is removed', async () => {
    const [one, other] = [await newNumber({ waba: 'shared' }), await newNumber({ waba: 'shared' })];
    const channels = [newChannel(), newChannel()] as const;
    await stack.connect(channels[0], one);
    await stack.connect(channels[1], other);
    await happens(one, 'number_removed');
    await becomes(channels[0], 'disconnected (number_removed)');
    expect(await statusOf(channels[1])).toBe('connected (connected)');
  });

  it('are disconnected when a call shows that their token is invalid, and are renewed with another', async () => {
    const number = await newNumber();
    const channelId = newChannel();
    await stack.connect(channelId, number);
    await happens(number, 'token_invalid');
    const send = newSend({ channel_id: channelId });
    expect(await refusal(stack.bus.request(sendThroughCloud, { body: send }))).toMatchObject({
      code: 'provider_error',
      reason: 'token_invalid',
      retryable: false,
    });
    await becomes(channelId, 'disconnected (token_invalid)');
    await happens(number, 'account_reconnected');
    const renewed = await stack.putNumber(number.digits);
    await stack.connect(channelId, renewed);
    await becomes(channelId, 'connected (connected)');
    await stack.bus.request(sendThroughCloud, { body: newSend({ channel_id: channelId }) });
  });

  it('keep their tokens and PINs out of tables, events and answers', async () => {
    const number = await newNumber();
    const channelId = newChannel();
    const body = { ...credentialsOf(number), channel_id: channelId, pin: PIN };
    const answer = await stack.bus.request(connectNumber, { body }, testContext());
    await happens(number, 'token_invalid');
    const refused = await refusal(
      stack.bus.request(sendThroughCloud, { body: newSend({ channel_id: channelId, to: CUSTOMER }) }),
    );
    await becomes(channelId, 'disconnected (token_invalid)');
    await stack.bus.request(releaseNumber, { body: { channel_id: channelId } });
    const tables = await stack.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'cloud_connector'`,
    );
    const dumps: string[] = [];
    for (const { name } of tables)
      dumps.push(JSON.stringify(await stack.query(`SELECT t::text FROM ${name} AS t`)));
    const said = JSON.stringify([answer, refused, stack.bus.events(numberStatusChanged)]) + dumps.join('');
    expect(dumps.join('')).toContain(number.phone_number_id);
    // Six digits occur by chance in hexadecimal and in fractions of seconds, so only free-standing ones count.
    expect(said).not.toMatch(new RegExp(`(?<![\\w.-])${PIN}(?![\\w-])`));
    for (const secret of [number.access_token, 'sandbox-app-secret']) {
      const forms = [
        secret,
        Buffer.from(secret).toString('base64').slice(0, -3),
        Buffer.from(secret).toString('hex'),
      ];
      expect(forms.filter((form) => said.includes(form))).toEqual([]);
    }
  });
});
