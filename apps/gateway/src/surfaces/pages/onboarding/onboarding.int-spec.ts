import {
  failOnboarding,
  finishOnboarding,
  giveOnboardingPin,
  viewOnboarding,
  type OnboardingView,
} from '@chat/contracts/channels';
import { createUser } from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { Browser } from '@chat/test-kit';
import { GatewayUnderTest } from '../../../testing/gateway-under-test';

const PASSWORD = 'correct horse battery';
const SESSION = '3f2b8c5e-9d41-4c76-8a0e-1b5d7f9c2e34';
const PATH = `/onboarding/${SESSION}`;
const EMAIL = 'owner@example.com';

/** What Chromium does with these pages is shown by the journeys. */
describe('the page of an onboarding session', () => {
  let gateway: GatewayUnderTest;
  let owner: Browser;
  let accountId: number;
  let view: Partial<OnboardingView>;
  let calls: unknown[];

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    accountId = await gateway.createAccount({ name: 'Flowers & <Co>' });
    await gateway.bus.request(createUser, {
      body: { account_id: accountId, email: EMAIL, password: PASSWORD },
    });
    await play();
    owner = new Browser(gateway.url);
    await owner.signIn(EMAIL, PASSWORD);
  });

  beforeEach(() => {
    view = {};
    calls = [];
  });

  afterAll(() => gateway.stop());

  const play = async () => {
    const { bus } = gateway;
    await bus.respond(viewOnboarding, ({ body }, { account }) => {
      if (body.session_id !== SESSION) throw new AppError('not_found');
      if (account.id !== accountId) throw new AppError('account_mismatch');
      const sign_up = {
        sdk_url: 'https://connect.facebook.net/en_US/sdk.js',
        message_origin: 'https://www.facebook.com',
        app_id: '9"><script>',
        config_id: '8',
        graph_version: 'v23.0',
        extras: { version: 'v4' },
      };
      const rest = { mode: 'cloud', return_host: 'crm.example.com', advice: null, pins_left: 3 } as const;
      return { step: 'sign-up' as const, location: null, ...rest, sign_up, ...view };
    });
    await bus.respond(finishOnboarding, ({ body }) => note(body));
    await bus.respond(failOnboarding, ({ body }) => note({ failed: body }));
    await bus.respond(giveOnboardingPin, ({ body }) => note(body));
  };
  const note = (call: unknown) => {
    calls.push(call);
    return {};
  };
  const post = async (values: Record<string, string>, path = PATH) => {
    const page = await owner.get(PATH);
    return owner.post(path, { ...page.hidden(path), ...values });
  };

  it('sends strangers to sign in, and back to it', async () => {
    const answer = await new Browser(gateway.url).get(PATH);
    expect({ status: answer.status, location: answer.location }).toEqual({
      status: 303,
      location: `/sign-in?return_to=${encodeURIComponent(PATH)}`,
    });
  });

  it('runs our script and the provider’s, in no frame, and keeps hold of the window that it opens', async () => {
    const page = await owner.get(PATH);
    expect(page.status).toBe(200);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(page.headers.get('referrer-policy')).toBe('strict-origin');
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+' https:\/\/connect\.facebook\.net;/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|data:.*script|\*;/);
    expect(page.text).toContain('Connect a number to Flowers &amp; &lt;Co&gt;');
    expect(page.text).toContain('data-app="9&quot;&gt;&lt;script&gt;"');
  });

  it.each([
    ['while a number is connected, and asks again by itself', { step: 'connecting', sign_up: null }, '1'],
    ['while it asks for a PIN', { step: 'pin', sign_up: null }, null],
  ] as const)('has no script %s', async (_, change, refresh) => {
    view = change;
    const page = await owner.get(PATH);
    expect(page.text).not.toMatch(/<script/);
    expect(page.headers.get('content-security-policy')).not.toContain('script-src');
    expect(page.headers.get('refresh')).toBe(refresh);
  });

  it('sends the person on once the session has ended', async () => {
    view = { step: 'ended', location: 'https://crm.example.com/x?status=completed', sign_up: null };
    expect((await owner.get(PATH)).location).toBe(view.location);
  });

  it.each([
    ['no session', '/onboarding/9d1e8c5e-9d41-4c76-8a0e-1b5d7f9c2e34'],
    ['no id', '/onboarding/1'],
    ['nothing', '/onboarding'],
  ])('is a page that there is not for %s', async (_, path) => {
    const page = await owner.get(path);
    expect(page.status).toBe(404);
    expect(page.text).toContain('Page not found');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'.*frame-ancestors 'none'/,
    );
  });

  it('tells people of other accounts so, whatever they do', async () => {
    const other = await gateway.createAccount();
    const body = { account_id: other, email: 'other@example.com', password: PASSWORD };
    await gateway.bus.request(createUser, { body });
    const stranger = new Browser(gateway.url);
    await stranger.signIn(body.email, PASSWORD);
    for (const page of [await stranger.get(PATH), await stranger.post(PATH, { code: 'c' })]) {
      expect(page.status).toBe(403);
      expect(page.text).toContain('belongs to another account');
      expect(page.text).not.toContain('Flowers');
    }
    expect(calls).toEqual([]);
  });

  it('hands on the code, and ids only where they are ids', async () => {
    const members = { outcome: 'finished', code: 'AQ1', waba_id: '12', phone_number_id: "1' OR 1=1" };
    const answer = await post(members);
    expect({ status: answer.status, location: answer.location }).toEqual({ status: 303, location: PATH });
    expect(calls).toEqual([{ session_id: SESSION, code: 'AQ1', waba_id: '12' }]);
  });

  it('hands on that the sign-up failed', async () => {
    await post({ outcome: 'failed', code: '' });
    expect(calls).toEqual([{ failed: { session_id: SESSION } }]);
  });

  it.each([
    ['nothing', {}],
    ['a code of nothing but spaces', { outcome: 'finished', code: '  ' }],
    ['a code that is too long', { outcome: 'finished', code: 'x'.repeat(2_001) }],
  ])('does nothing with %s', async (_, values) => {
    expect((await post(values)).status).toBe(303);
    expect(calls).toEqual([]);
  });

  it('refuses forms that it did not show', async () => {
    const answer = await owner.post(PATH, { form_token: 'A'.repeat(43), outcome: 'finished', code: 'AQ1' });
    expect(answer.status).toBe(403);
    view = { step: 'pin', sign_up: null };
    expect((await owner.post(`${PATH}/pin`, { pin: '123456' })).status).toBe(403);
    expect(calls).toEqual([]);
  });

  it('hands on PINs of six digits only', async () => {
    view = { step: 'pin', sign_up: null };
    const wrong = await post({ pin: '12345a' }, `${PATH}/pin`);
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('A PIN has six digits');
    expect((await post({ pin: ' 123456 ' }, `${PATH}/pin`)).status).toBe(303);
    expect(calls).toEqual([{ session_id: SESSION, pin: '123456' }]);
  });
});
