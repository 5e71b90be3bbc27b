import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { hasChromium, inChromium, launchChromium } from './chromium';
import type { RunningStack } from './shared-stack';

/** Kept for people to look at. */
const screenshots = join(__dirname, '../dist/screenshots');
/** No name is known to the browser but those of this machine. */
const NETWORK_CLOSED = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 700 },
  isMobile: true,
  hasTouch: true,
};
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 850 } };
const looks: Record<string, BrowserContextOptions> = {
  'phone-light': { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
  'desktop-light': { ...desktop, colorScheme: 'light' },
  'desktop-dark': { ...desktop, colorScheme: 'dark' },
};

/** `/docs` in real Chromium with the network closed. Where none is installed, these tests are skipped. */
export function documentation(stack: RunningStack): void {
  let browser: Browser;

  beforeAll(async () => {
    if (!hasChromium) return;
    browser = await launchChromium(NETWORK_CLOSED);
  });

  afterAll(() => browser?.close());

  inChromium.each(Object.keys(looks))(
    'leads from a search to a request in the reference (%s)',
    async (look) => {
      const base = stack().gatewayUrls[0]!;
      const context = await browser.newContext(looks[look]);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('request', (request) => {
        if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
          complaints.push(request.url());
      });
      const keep = async (name: string) => {
        const isTooWide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
        expect({ name, isTooWide }).toEqual({ name, isTooWide: false });
        await page.screenshot({ path: join(screenshots, `docs-${name}-${look}.png`) });
      };

      await page.goto(`${base}/docs`);
      await keep('overview');
      await page.getByRole('link', { name: 'Quick start', exact: true }).first().click();
      await page.getByRole('heading', { name: '5. Send a message' }).waitFor();
      await keep('guide');
      await page.getByRole('searchbox').fill('create a contact');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
      await keep('search');
      await page.getByRole('link', { name: 'Create a contact' }).first().click();
      await page.getByText('"firstname": "Ada"').first().waitFor();
      await page.getByText('duplicate_contact').first().waitFor();
      await keep('reference');
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
}
