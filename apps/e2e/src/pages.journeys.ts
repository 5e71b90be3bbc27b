import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { CreatedDeveloperApp } from '@chat/contracts/gateway';
import { hasChromium, inChromium, launchChromium, untilFocused } from './chromium';
import type { RunningStack } from './shared-stack';

const PASSWORD = 'correct horse battery';
/** Kept for people to look at. */
const screenshots = join(__dirname, '../dist/screenshots');

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 700 },
  isMobile: true,
  hasTouch: true,
};
const looks: Record<string, BrowserContextOptions> = {
  'phone-light': { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
  'desktop-light': { viewport: { width: 1200, height: 800 }, colorScheme: 'light' },
  'desktop-dark': { viewport: { width: 1200, height: 800 }, colorScheme: 'dark' },
};

/** Who allowed the same scopes before is not asked again. */
const scopesOf: Record<string, string> = {
  'phone-light': 'devices:read messages:send contacts:read messages:webhook',
  'phone-dark': 'devices:read messages:send contacts:read',
  'desktop-light': 'devices:manage messages:send',
  'desktop-dark': 'devices:read tickets:write',
};

/** The hosted pages in real Chromium. Where none is installed, these tests are skipped. */
export function hostedPages(stack: RunningStack): void {
  let browser: Browser;
  let callback: Server;
  let app: CreatedDeveloperApp;
  let email: string;
  let redirectUri: string;

  beforeAll(async () => {
    if (!hasChromium) return;
    const { admin } = stack();
    callback = createServer((_, response) => response.end('connected')).listen(0, '127.0.0.1');
    await once(callback, 'listening');
    redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
    const { id } = await admin.createAccount({ name: 'Blumen Weber' });
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

  /** A page that collects what Chromium complains about, violations of the policy among it. */
  const open = async (look: string) => {
    const context = await browser.newContext(looks[look]);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      // A refused sign-in is an answer of 401, which Chromium reports too.
      if (message.type() === 'error' && !message.text().includes('status of 4'))
        complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => complaints.push(message));
    return { page, complaints, close: () => context.close() };
  };

  const keep = async (page: Page, name: string) => {
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
    expect({ name, isTooWide }).toEqual({ name, isTooWide: false });
    await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  };

  inChromium.each(Object.keys(looks))(
    'lead from signing in to the app with the keyboard alone (%s)',
    async (look) => {
      const { page, complaints, close } = await open(look);
      await page.goto(authorizeUrl(scopesOf[look]!));
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
    },
  );

  inChromium('say plainly that an app is not known', async () => {
    const { page, complaints, close } = await open('phone-light');
    await page.goto(authorizeUrl('devices:read').replace(/client_id=app_\w{4}/, 'client_id=app_zzzz'));
    await page.getByRole('heading', { name: 'This app cannot connect' }).waitFor();
    await keep(page, 'unknown-app-phone-light');
    expect(complaints).toEqual([]);
    await close();
  });
}
