import type { APIRequestContext, Browser, Page } from 'playwright-core';
import type { Role } from '@chat/contracts';
import type {
  BegunTotp,
  CreatedInvitation,
  CreatedReset,
  Health,
  Me,
  OwnSessionList,
  RecoveryCodes,
} from '@chat/contracts/gateway';
import { setOperator } from '@chat/contracts/gateway';
import { systemContext } from '@chat/service-kit';
import { AuthenticatorApp, until } from '@chat/test-kit';
import { hasChromium, inChromium, launchChromium, untilFocused } from './chromium';
import type { RunningStack } from '../shared-stack';
import { keep, visit, type Look, type Visitor } from './visitor';

const PASSWORD = 'correct horse battery';
const OWN_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };

/** How people come to an account, and in and out, in real Chromium. What has no page yet is done by program. */
export function peopleInBrowsers(stack: RunningStack): void {
  let chromium: Browser;
  let owner: Visitor;
  let ownerEmail: string;
  let accountId: number;

  beforeAll(async () => {
    if (!hasChromium) return;
    const { admin } = stack();
    ({ id: accountId } = await admin.createAccount({ name: 'Blumen Weber' }));
    ({ email: ownerEmail } = await admin.createUser(accountId, `owner-${accountId}@example.com`, PASSWORD));
    chromium = await launchChromium();
    owner = await visit(chromium, 'desktop-light');
    await enterPassword(owner.page, ownerEmail, PASSWORD);
    await isSignedIn(owner.page, ownerEmail);
  });

  afterAll(() => chromium?.close());

  const url = (path: string) => `${stack().gatewayUrls[0]}${path}`;
  const call = async <T>(
    { page }: Pick<Visitor, 'page'>,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<T> => {
    const request: APIRequestContext = page.context().request;
    const data = method === 'GET' ? undefined : (body ?? {});
    const answer = await request.fetch(url(`/console/api${path}`), { method, data, headers: OWN_PAGE });
    const text = await answer.text();
    expect([path, answer.status() < 300, text]).toEqual([path, true, text]);
    return (JSON.parse(text) as { data: T }).data;
  };
  const enterPassword = async (page: Page, email: string, password: string, at = url('/sign-in')) => {
    await page.goto(at);
    await untilFocused(page, 'E-mail address');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
  };
  const enterCode = async (page: Page, code: string) => {
    await untilFocused(page, 'Code');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  const isSignedIn = async (page: Page, email: string) => {
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    expect(await page.getByText(email).count()).toBe(1);
  };
  const open = (look: Look = 'desktop-light') => visit(chromium, look);
  const invite = (email: string, role: Role) =>
    call<CreatedInvitation>(owner, 'POST', '/users/invitations', { email, role });
  let people = 0;
  /** Somebody who has come by an invitation. */
  const join = async (role: Role = 'agent', look?: Look) => {
    const email = `person-${accountId}-${(people += 1)}@example.com`;
    const visitor = await open(look);
    await visitor.page.goto((await invite(email, role)).url);
    await visitor.page.getByLabel('Your name').fill('Bob');
    await visitor.page.getByLabel('Password').fill(PASSWORD);
    await visitor.page.getByRole('button', { name: 'Join' }).click();
    await isSignedIn(visitor.page, email);
    return { ...visitor, email };
  };
  const setUpFactor = async (visitor: Visitor) => {
    const { secret } = await call<BegunTotp>(visitor, 'POST', '/me/totp');
    const app = new AuthenticatorApp(secret);
    const { recovery_codes: recovery } = await call<RecoveryCodes>(visitor, 'POST', '/me/totp/confirm', {
      code: await app.next(),
    });
    return { app, recovery };
  };

  inChromium.each(['phone-dark', 'desktop-light'] as const)(
    'come by an invitation, with the keyboard alone, once (%s)',
    async (look) => {
      const email = `invited-${accountId}-${look}@example.com`;
      const link = (await invite(email, 'agent')).url;
      const { page, complaints, close } = await open(look);
      await page.goto(link);
      await page.getByRole('heading', { name: 'Join Blumen Weber' }).waitFor();
      await keep(page, `invitation-${look}`);
      await page.getByLabel('Your name').focus();
      await page.keyboard.type('Bob');
      await page.keyboard.press('Tab');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await isSignedIn(page, email);
      expect(await call<Me>({ page }, 'GET', '/me')).toMatchObject({ user: { name: 'Bob', role: 'agent' } });
      await page.goto(link);
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
      await keep(page, `dead-link-${look}`);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  inChromium('sign in with a code after the password; wrong ones are bounded on all gateways', async () => {
    const bob = await join();
    const { app } = await setUpFactor(bob);
    const elsewhere = await open('phone-light');
    await enterPassword(elsewhere.page, bob.email, PASSWORD);
    await enterCode(elsewhere.page, app.wrong());
    await elsewhere.page.getByRole('alert').waitFor();
    await keep(elsewhere.page, 'code-wrong-phone-light');
    await enterCode(elsewhere.page, await app.next());
    await isSignedIn(elsewhere.page, bob.email);
    const guesser = await open();
    // At a gateway where nobody else signs in: failures of an address are counted, too.
    await enterPassword(guesser.page, bob.email, PASSWORD, `${stack().gatewayUrls.at(-1)}/sign-in`);
    for (let guess = 1; guess < 10; guess += 1) {
      await enterCode(guesser.page, app.wrong());
      await guesser.page.getByRole('alert').waitFor();
    }
    await enterCode(guesser.page, await app.next());
    await guesser.page.getByText('Too many').waitFor();
    for (const { complaints, close } of [bob, elsewhere, guesser]) {
      expect(complaints).toEqual([]);
      await close();
    }
  });

  inChromium('sign in with a recovery code once', async () => {
    const bob = await join();
    const { app, recovery } = await setUpFactor(bob);
    const again = await open();
    await enterPassword(again.page, bob.email, PASSWORD);
    await enterCode(again.page, recovery[0]!);
    await isSignedIn(again.page, bob.email);
    const third = await open();
    await enterPassword(third.page, bob.email, PASSWORD);
    await enterCode(third.page, recovery[0]!);
    await third.page.getByRole('alert').waitFor();
    await enterCode(third.page, await app.next());
    await isSignedIn(third.page, bob.email);
    for (const { close } of [bob, again, third]) await close();
  });

  inChromium('see where they are signed in, sign out there, and change their password', async () => {
    const bob = await join();
    const elsewhere = await open('phone-dark');
    await enterPassword(elsewhere.page, bob.email, PASSWORD);
    await isSignedIn(elsewhere.page, bob.email);
    const { sessions } = await call<OwnSessionList>(bob, 'GET', '/me/sessions');
    expect(sessions.map(({ is_current }) => is_current)).toEqual([false, true]);
    expect(sessions[0]!.user_agent).toContain('Chrome');
    await call(bob, 'DELETE', `/me/sessions/${sessions[0]!.id}`);
    await elsewhere.page.goto(url('/sign-in'));
    await elsewhere.page.getByLabel('E-mail address').waitFor();
    await call(bob, 'POST', '/me/password', {
      current_password: PASSWORD,
      password: 'a password of my own',
    });
    await enterPassword(elsewhere.page, bob.email, PASSWORD);
    await elsewhere.page.getByRole('alert').waitFor();
    await enterPassword(elsewhere.page, bob.email, 'a password of my own');
    await isSignedIn(elsewhere.page, bob.email);
    for (const { close } of [bob, elsewhere]) await close();
  });

  inChromium('come back in by a reset that takes a lost second factor away', async () => {
    const bob = await join();
    await setUpFactor(bob);
    const { user } = await call<Me>(bob, 'GET', '/me');
    const reset = await call<CreatedReset>(owner, 'POST', `/users/${user.id}/reset`, { second_factor: true });
    const { page, complaints, close } = await open('phone-light');
    await page.goto(reset.url);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await keep(page, 'reset-phone-light');
    await page.getByLabel('Password').fill('a password of my own');
    await page.getByRole('button', { name: 'Save' }).click();
    await isSignedIn(page, bob.email);
    await bob.page.goto(url('/sign-in'));
    await bob.page.getByLabel('E-mail address').waitFor();
    await enterPassword(bob.page, bob.email, 'a password of my own');
    await isSignedIn(bob.page, bob.email);
    expect(complaints).toEqual([]);
    for (const one of [bob, { close }]) await one.close();
  });

  inChromium(
    'join another account as who they are, and choose one: after signing in, and in the console',
    async () => {
      const { admin } = stack();
      const { id: second } = await admin.createAccount({ name: 'Café Duo' });
      const { email } = await admin.createUser(second, `both-${second}@example.com`, PASSWORD);
      const { url: link } = await invite(email, 'agent');
      const { page, complaints, close } = await open('phone-light');
      const choose = async (name: string) => {
        await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
        await page.getByRole('button', { name }).click();
      };
      await page.goto(link);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await enterPassword(page, email, PASSWORD, page.url());
      await page.getByText('You keep your password').waitFor();
      await keep(page, 'join-phone-light');
      await page.getByRole('button', { name: 'Join' }).click();
      await isSignedIn(page, email);
      await page.getByText('of Blumen Weber').waitFor();
      await page.getByRole('link', { name: 'Choose another of your accounts' }).click();
      await keep(page, 'accounts-phone-light');
      await choose('Café Duo');
      await page.getByText('of Café Duo').waitFor();

      const other = await open('desktop-light');
      await enterPassword(
        other.page,
        email,
        PASSWORD,
        url(`/sign-in?return_to=${encodeURIComponent('/console/me')}`),
      );
      await other.page.getByRole('button', { name: 'Blumen Weber' }).click();
      await other.page.getByRole('heading', { name: 'You', exact: true }).waitFor();
      const tab = await other.page.context().newPage();
      await tab.goto(url('/console/me'));
      await tab.getByRole('link', { name: 'Choose another account' }).click();
      await tab.getByRole('button', { name: 'Café Duo' }).click();
      await tab
        .getByRole('complementary')
        .or(tab.getByRole('navigation'))
        .getByText('Café Duo')
        .first()
        .waitFor();
      // By itself: the session does not act any more in the account that the page shows.
      await other.page.getByText('Café Duo').first().waitFor();
      expect([...complaints]).toEqual([]);
      for (const one of [other, { close }]) await one.close();
    },
  );

  inChromium('who are operators see that every service answers', async () => {
    const bob = await join('viewer');
    await setUpFactor(bob);
    const body = { user: bob.email, is_operator: true };
    await stack().admin.bus.request(setOperator, systemContext(0), { body });
    const health = async () => {
      const { page } = bob;
      const answer = await page.context().request.fetch(url('/console/api/health'));
      return answer.status() === 200 ? ((await answer.json()) as { data: Health }).data.services : [];
    };
    await until(async () => (await health()).length > 0, { describe: 'the operator to be one' });
    const services = await health();
    expect(services.length).toBeGreaterThan(8);
    expect(services.filter(({ is_reachable }) => !is_reachable)).toEqual([]);
    await bob.close();
  });
}
