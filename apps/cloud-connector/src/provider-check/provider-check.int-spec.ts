import { checkNumbers, checkProvider, type ProviderFinding } from '@chat/contracts/cloud-connector';
import { startCloudConnector, type CloudConnectorUnderTest } from '../testing/cloud-connector-under-test';

const summary = (findings: ProviderFinding[]) => findings.map(({ check, result }) => `${check}: ${result}`);

describe('what an operator set up at the provider', () => {
  let stack: CloudConnectorUnderTest;
  let lastNumber = 0;

  afterEach(() => stack.stop());

  const check = async () => (await stack.bus.request(checkProvider, { body: {} })).findings;
  const newNumber = async (channelId: number, accountId = 1) => {
    const number = await stack.putNumber(`4930700${String((lastNumber += 1)).padStart(6, '0')}`);
    await stack.connect(channelId, number, accountId);
    return number;
  };
  const atProvider = (digits: string, settings: object) =>
    stack.sandbox.call('PUT', `/cloud/numbers/${digits}`, settings);
  const unsubscribe = (number: { waba_id: string; access_token: string }) =>
    fetch(`${stack.sandbox.url}/v23.0/${number.waba_id}/subscribed_apps`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${number.access_token}` },
    });
  const found = async (asked: { account_id?: number; resubscribe?: boolean } = {}) => {
    const { numbers } = await stack.bus.request(checkNumbers, { body: asked });
    return Object.fromEntries(numbers.map(({ channel_id, findings }) => [channel_id, summary(findings)]));
  };

  it('is well, channel by channel, or said with what to do', async () => {
    stack = await startCloudConnector();
    expect(summary(await check())).toEqual(['app: ok', 'sign_up: ok', 'fields: ok', 'callback: ok']);

    await newNumber(1);
    const [ending, bare, dead, away] = [
      await newNumber(2),
      await newNumber(3),
      await newNumber(4),
      await newNumber(5),
    ];
    await newNumber(6, 2);
    await stack.untilDone('keep-subscribed');
    await atProvider(ending.digits, { token_expires_in: 3 * 24 * 60 * 60 });
    await atProvider(bare.digits, { token_scopes: ['public_profile'] });
    await atProvider(dead.digits, { token_expires_in: -1 });
    await unsubscribe(away);
    expect(await found()).toEqual({
      1: ['number: ok'],
      2: ['token: warning'],
      3: ['token: problem', 'token: warning'],
      4: ['token: problem'],
      5: ['subscription: problem'],
      6: ['number: ok'],
    });
    expect(await found({ account_id: 2 })).toEqual({ 6: ['number: ok'] });
    expect(await found({ resubscribe: true })).toMatchObject({ 2: ['token: warning'], 5: ['number: ok'] });
    const { numbers } = await stack.bus.request(checkNumbers, {
      body: { after: { account_id: 1, channel_id: 5 } },
    });
    expect(numbers.map(({ channel_id }) => channel_id)).toEqual([6]);
  });

  it('lacks callback fields and the sign-up, and has callbacks at a URL that nobody serves', async () => {
    stack = await startCloudConnector(
      { SANDBOX_CALLBACK_FIELDS: 'messages,history' },
      { PROVIDER_CONFIG_ID: '', PROVIDER_CALLBACK_URL: 'http://127.0.0.1:1/provider/callbacks' },
    );
    const findings = await check();
    expect(summary(findings)).toEqual([
      'app: ok',
      'sign_up: warning',
      'fields: problem',
      'callback: problem',
    ]);
    expect(findings[2]!.message).toContain('account_update');
    expect(findings[2]!.message).not.toContain('messages,');
    expect(findings[3]!.message).toContain('could not be reached');
  });

  it('has another secret, of which nothing is shown', async () => {
    stack = await startCloudConnector({ PROVIDER_APP_SECRET: 'the-right-secret' });
    const findings = await check();
    expect(summary(findings)).toEqual(['app: problem', 'sign_up: ok']);
    expect(JSON.stringify(findings)).not.toMatch(/sandbox-app-secret|verify-token/);
  });

  it('is no app at all', async () => {
    const none = {
      PROVIDER_APP_ID: '',
      PROVIDER_APP_SECRET: '',
      PROVIDER_VERIFY_TOKEN: '',
      PROVIDER_CONFIG_ID: '',
    };
    stack = await startCloudConnector({}, none);
    const [finding, ...others] = await check();
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ check: 'settings', result: 'warning' });
    expect(finding!.advice).toContain('PROVIDER_APP_ID, PROVIDER_APP_SECRET and PROVIDER_VERIFY_TOKEN');
    expect(await found()).toEqual({});
  });
});
