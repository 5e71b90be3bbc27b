import type { CreatedOnboardingSession } from '@chat/client';
import { Browser, Stack, until, type TestClient } from '@chat/test-kit';
import { ProviderProxy, type Stop } from './cloud/provider-proxy';
import { CHEAP_PASSWORDS } from './shared-stack';

const PASSWORD = 'correct horse battery';
const RETURN_URL = 'https://crm.example.com/connected';

/** Every call between the code and the channel, stopped before the provider gets it and after. */
const stops: Stop[] = (
  ['access_token', 'debug_token', 'phone_numbers', 'register', 'subscribed_apps'] as const
).flatMap((call) => (['before', 'after'] as const).map((when) => ({ call, when })));

interface Onboarding {
  stop: Stop;
  number: string;
  session: CreatedOnboardingSession;
  browser: Browser;
  client: TestClient;
}

describe('kill -9 of gateway, channels and cloud-connector amid onboardings', () => {
  let stack: Stack;
  let proxy: ProviderProxy | undefined;

  beforeAll(async () => {
    stack = await Stack.start({
      layout: 'services',
      nodeOptions: CHEAP_PASSWORDS,
      route: async ({ from, to, ...direct }) => {
        if (to !== 'sandbox' || !from.startsWith('cloud-connector')) return direct;
        proxy ??= await ProviderProxy.start(direct);
        return proxy.address;
      },
    });
  });

  afterAll(async () => {
    await stack?.stop();
    await proxy?.close();
  });

  const sandbox = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(stack.sandboxUrl + path, { method, headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };

  const begin = async (stop: Stop, index: number): Promise<Onboarding> => {
    const { id } = await stack.admin.createAccount({ account_limit: 1 });
    await stack.admin.createApp(id, { redirect_uris: [RETURN_URL] });
    const { email } = await stack.admin.createUser(id, `owner-${id}@example.com`, PASSWORD);
    const client = stack.typedClient(await stack.admin.createApiKey(id));
    const session = await client.createOnboardingSession({ return_url: RETURN_URL });
    const browser = new Browser(stack.gatewayUrls[0]!);
    await browser.signIn(email, PASSWORD);
    return { stop, number: `4930177000${index}0`, session, browser, client };
  };
  /** Finishes as the page does when the provider's window closes. */
  const finish = async ({ session, browser }: Onboarding, code: string) => {
    const path = `/onboarding/${session.session_id}`;
    const page = await browser.get(path);
    await browser.post(path, { ...page.hidden(path), outcome: 'finished', code });
  };
  const newCode = async ({ number }: Onboarding) =>
    (await sandbox('POST', '/cloud/sign-ups', { number }))['code']!;
  const read = ({ client, session }: Onboarding) => client.getOnboardingSession({ id: session.session_id });
  const untilCompleted = (onboarding: Onboarding) =>
    until(async () => (await read(onboarding)).status === 'completed', {
      describe: `the session that was stopped ${onboarding.stop.when} ${onboarding.stop.call} to be completed`,
      timeoutMs: 60_000,
    });
  const isSubscribed = async ({ number }: Onboarding) => {
    const { waba_id, access_token } = await sandbox('PUT', `/cloud/numbers/${number}`, {});
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await fetch(`${stack.sandboxUrl}/v23.0/${waba_id}/subscribed_apps`, { headers });
    return ((await answer.json()) as { data: unknown[] }).data.length > 0;
  };
  const countChannels = async ({ client }: Onboarding) => (await client.listChannels()).devices.length;

  it('ends each with a channel, or lets the person start again with nothing left behind', async () => {
    const onboardings: Onboarding[] = [];
    for (const [index, stop] of stops.entries()) onboardings.push(await begin(stop, index));
    const finishing = onboardings.map(async (onboarding) => {
      const code = await newCode(onboarding);
      proxy!.stop(code, onboarding.stop);
      // The gateway is killed while some of them wait.
      await finish(onboarding, code).catch(() => undefined);
    });
    await until(() => proxy!.countStopped === stops.length, {
      describe: 'all to be stopped on their way',
      timeoutMs: 60_000,
    });
    const victims = ['gateway', 'channels', 'cloud-connector'];
    const starts = await Promise.all(victims.map((name) => stack.killAll(name)));
    proxy!.letPass();
    await Promise.all(finishing);
    await Promise.all(starts.map((startAgain) => startAgain()));
    // Simulates that the leases of the killed processes have expired.
    await stack.query(`UPDATE channels.jobs SET due_at = now() WHERE state = 'running'`);

    for (const onboarding of onboardings) {
      if (onboarding.stop.call === 'access_token') {
        expect((await read(onboarding)).status).toBe('pending');
        expect(await isSubscribed(onboarding)).toBe(false);
        expect(await countChannels(onboarding)).toBe(0);
        await finish(onboarding, await newCode(onboarding));
      }
      await untilCompleted(onboarding);
      expect((await read(onboarding)).device?.phone_number).toBe(onboarding.number);
      expect(await isSubscribed(onboarding)).toBe(true);
      expect(await countChannels(onboarding)).toBe(1);
    }
  });
});
