import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { updateAccount, type CreatedDeveloperApp } from '@chat/contracts/gateway';
import { systemContext } from '@chat/service-kit';
import { findingsOf } from '../console/accessibility';
import { hasChromium, inChromium, launchChromium, untilFocused } from './chromium';
import type { RunningStack } from '../shared-stack';
import { keep, looks, visit, type Look } from './visitor';

const PASSWORD = 'correct horse battery';
/** Different scopes per look, because a person who already allowed them is not asked again. */
const scopesOf: Record<Look, string> = {
  'phone-light': 'devices:read messages:send contacts:read messages:webhook',
  'phone-dark': 'devices:read messages:send contacts:read',
  'desktop-light': 'devices:manage messages:send',
  'desktop-dark': 'devices:read tickets:write',
};

/** The hosted pages in real Chromium. Skipped where none is installed. */
export function hostedPages(stack: RunningStack): void {
  let browser: Browser;
  let callback: Server;
  let app: CreatedDeveloperApp;
  let email: string;
  let accountId: number;
  let redirectUri: string;

  beforeAll(async () => {
    if (!hasChromium) return;
    const { admin } = stack();
    callback = createServer((_, response) => response.end('connected')).listen(0, '127.0.0.1');
    await once(callback, 'listening');
    redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
    const { id } = await admin.createAccount({ name: 'Blumen Weber' });
    accountId = id;
    app = await admin.createApp(id, { name: 'Acme CRM', redirect_uris: [redirectUri] });
    ({ email } = await admin.createUser(id, `weber-${id}@example.com`, PASSWORD));
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    callback?.close();
  });

  const authorizeUrl = (scope: string) => {
    const members = {
      response_type: 'code',
      client_id: app.developer_app.client_id,
      redirect_uri: redirectUri,
      scope,
      state: 'here',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    };
    return `${stack().gatewayUrls[0]}/oauth/authorize?${new URLSearchParams(members).toString()}`;
  };

  inChromium.each(looks)('lead from signing in to the app with the keyboard alone (%s)', async (look) => {
    const { page, complaints, close } = await visit(browser, look);
    await page.goto(authorizeUrl(scopesOf[look]));
    await keep(page, `sign-in-${look}`);
    await untilFocused(page, 'E-mail address');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await keep(page, `sign-in-wrong-${look}`);
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    await untilFocused(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Allow Acme CRM to use Blumen Weber?' }).waitFor();
    await keep(page, `consent-${look}`);
    expect(await page.getByRole('list', { name: 'Acme CRM will be able to:' }).count()).toBe(1);
    const names: string[] = [];
    for (const name of ['Use another account', 'Deny', 'Allow']) {
      await page.keyboard.press('Tab');
      names.push(await page.locator(':focus').innerText());
      expect(await page.getByRole('button', { name }).count()).toBe(1);
    }
    expect(names).toEqual(['Use another account', 'Deny', 'Allow']);
    if (look.endsWith('dark')) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${redirectUri}?**`);
    const answer = Object.fromEntries(new URL(page.url()).searchParams);
    const expected = look.endsWith('dark')
      ? { error: 'access_denied' }
      : { code: expect.any(String) as string };
    expect(answer).toMatchObject({ state: 'here', ...expected });
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium.each(['phone-dark', 'desktop-light'] as const)(
    'ask how far an agent may go (%s)',
    async (look) => {
      const { page, complaints, close } = await visit(browser, look);
      const { admin, gatewayUrls } = stack();
      const context = systemContext(accountId);
      await admin.bus.request(updateAccount, context, { body: { account_id: accountId, mcp: true } });
      const resource = encodeURIComponent(`${gatewayUrls[0]}/mcp`);
      await page.goto(`${authorizeUrl(scopesOf[look])}&resource=${resource}`);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('group', { name: 'How far may it go?' }).waitFor();
      await keep(page, `consent-agent-${look}`);
      expect(await page.getByRole('radio', { name: 'Only read' }).isChecked()).toBe(true);
      await page.getByRole('radio', { name: 'for an hour' }).check();
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Conversations to answer in').fill('17, 18');
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${redirectUri}?**`);
      expect(new URL(page.url()).searchParams.get('code')).toMatch(/^ac_/);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  inChromium('say clearly that an app is unknown', async () => {
    const { page, complaints, close } = await visit(browser, 'phone-light');
    await page.goto(authorizeUrl('devices:read').replace(/client_id=app_\w{4}/, 'client_id=app_zzzz'));
    await page.getByRole('heading', { name: 'This app cannot connect' }).waitFor();
    await keep(page, 'unknown-app-phone-light');
    expect(complaints).toEqual([]);
    await close();
  });
}
