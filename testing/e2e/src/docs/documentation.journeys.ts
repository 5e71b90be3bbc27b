import type { Browser } from 'playwright-core';
import { hasChromium, inChromium, launchChromium } from '../access/chromium';
import type { RunningStack } from '../shared-stack';
import { keep, looks, visit } from '../access/visitor';

const PASSWORD = 'correct horse battery';
/** What a script in the reference could try, in the name of a person who is signed in. Each returns what it got. */
const attempts: Readonly<Record<string, string>> = {
  cookies: 'document.cookie',
  storage: 'sessionStorage.length',
  fetch: "fetch('/sign-in', { credentials: 'include' }).then((answer) => answer.text())",
  'a request without CORS':
    "fetch('/sign-in', { mode: 'no-cors', credentials: 'include' }).then(() => 'sent')",
  XMLHttpRequest: `new Promise((resolve, reject) => {
    const request = Object.assign(new XMLHttpRequest(), { onload: () => resolve('sent'), onerror: reject });
    request.open('POST', '/sign-out');
    request.withCredentials = true;
    request.send();
  })`,
  'an image': `new Promise((resolve, reject) =>
    Object.assign(new Image(), { onload: resolve, onerror: reject }).src = '/sign-in')`,
  'a socket': `new Promise((resolve, reject) =>
    Object.assign(new WebSocket('ws://' + location.host), { onopen: () => resolve('open'), onerror: reject }))`,
  'a window': "window.open('/sign-in').document.title",
  'a worker': "navigator.serviceWorker.register('/docs/assets/start.js').then(() => 'registered')",
};

/** Lets the browser resolve no names but those of this machine. */
const NETWORK_CLOSED = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

/** `/docs` in real Chromium without network access. Skipped where no Chromium is installed. */
export function documentation(stack: RunningStack): void {
  let browser: Browser;

  beforeAll(async () => {
    if (!hasChromium) return;
    browser = await launchChromium(NETWORK_CLOSED);
  });

  afterAll(() => browser?.close());

  inChromium.each(looks)('leads from a search to a request in the reference (%s)', async (look) => {
    const base = stack().gatewayUrls[0]!;
    const { page, complaints, close } = await visit(browser, look);
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(response.url());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
        complaints.push(request.url());
    });
    const show = (name: string) => keep(page, `docs-${name}-${look}`, { fullPage: false });

    await page.goto(`${base}/docs`);
    await show('overview');
    await page.getByRole('link', { name: 'Quick start', exact: true }).first().click();
    await page.getByRole('heading', { name: '5. Send a message' }).waitFor();
    await show('guide');
    await page.getByRole('searchbox').fill('create a contact');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
    await show('search');
    await page.getByRole('link', { name: 'Create a contact' }).first().click();
    await page.getByText('"firstname": "Ada"').first().waitFor();
    await page.getByText('duplicate_contact').first().waitFor();
    await show('reference');
    // The form for credentials, which has jokes of its makers for examples, is of no use here.
    const visible = page.locator('input[placeholder]').filter({ visible: true });
    expect(await visible.count()).toBe(0);
    await page.getByRole('link', { name: 'Guides', exact: true }).click();
    await page.getByRole('heading', { name: 'Documentation' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium(
    'sends a request with a pasted credential, and without the cookies of who is signed in',
    async () => {
      const { admin, gatewayUrls } = stack();
      const base = gatewayUrls[0]!;
      const { id } = await admin.createAccount();
      const key = await admin.createApiKey(id);
      const { page, close } = await visit(browser, 'desktop-light');
      const sent: Record<string, string>[] = [];
      page.on('request', async (request) => {
        if (request.url().startsWith(`${base}/v1/`)) sent.push(await request.allHeaders());
      });
      await page.context().addCookies([{ name: 'session', value: 'somebody', url: base }]);
      await page.goto(`${base}/docs`);
      await page.getByRole('link', { name: 'Try it', exact: true }).click();
      await page.getByLabel('client-id').fill(key.clientId);
      await page.getByLabel('client-secret').fill(key.clientSecret);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText(`"id": ${id}`).waitFor();
      await page.getByLabel('Operation').selectOption({ label: 'Create a contact (POST /v1/contacts)' });
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('"firstname": "Ada"').first().waitFor();
      expect(sent.length).toBeGreaterThan(1);
      expect(sent.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
      await close();
    },
  );

  inChromium('runs the code of others where it can do nothing in the name of who is signed in', async () => {
    const { admin, gatewayUrls } = stack();
    const base = gatewayUrls[0]!;
    const { id } = await admin.createAccount();
    const { email } = await admin.createUser(id, `reader-${id}@example.com`, PASSWORD);
    const { page, close } = await visit(browser, 'desktop-light');
    await page.goto(`${base}/sign-in`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();

    await page.goto(`${base}/docs/reference`);
    await page.getByRole('heading', { name: 'Chat API' }).waitFor();
    const withCookies: string[] = [];
    page.on('request', async (request) => {
      const { cookie } = await request.allHeaders();
      if (cookie) withCookies.push(request.url());
    });
    expect(await page.evaluate('self.origin')).toBe('null');
    for (const [name, script] of Object.entries(attempts)) {
      const got = await page.evaluate(script).catch(() => 'refused');
      expect({ [name]: got }).toEqual({ [name]: 'refused' });
    }
    // A form would leave the page.
    await page.evaluate(`(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/sign-out' });
      document.body.append(form);
      form.submit();
    })()`);
    expect(withCookies).toEqual([]);

    await page.goto(`${base}/sign-in`);
    await page.getByText(email).waitFor();
    await close();
  });
}
