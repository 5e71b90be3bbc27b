import type { Browser } from 'playwright-core';
import { hasChromium, inChromium, launchChromium } from '../access/chromium';
import type { RunningStack } from '../shared-stack';
import { keep, looks, visit } from '../access/visitor';

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
    expect(complaints).toEqual([]);
    await close();
  });
}
