import type { Page, Route } from 'playwright-core';
import { until } from '@chat/test-kit';
import { inChromium } from '../access/chromium';
import { connectPhone, freshNumber } from '../messages/shop';
import { findingsOf } from './accessibility';
import type { ConsoleStage } from './console-stage';

const NOTHING = {
  status: 404,
  json: { ok: false, error: { code: 'not_found', message: 'Nothing.' }, meta: { request_id: 'x' } },
};
const SECOND_HALF = [
  'Webhooks',
  'Templates',
  'API keys',
  'Apps',
  'Buttons and lists',
  'Requests',
  'People',
  'Allowed apps',
  'Who did what',
  'Usage',
  'Account',
  'Installation',
];

/** A page that is older or newer than the gateway, as during a rollout. */
export function versions(stage: () => ConsoleStage): void {
  const answerLater = async (page: Page, times: number, files: string) => {
    let left = times;
    await page.route(files, (route) =>
      (left -= 1) >= 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
  };

  inChromium('wait for a part that one of the gateways lacks, and never reload by themselves', async () => {
    const { email } = await stage().newcomer();
    const { page, close } = await stage().openAs(email, 'desktop-light');
    await page.clock.install();
    await page.evaluate('window.isSamePage = true');
    const isSamePage = () => page.evaluate('window.isSamePage === true');
    await answerLater(page, 2, '**/assets/channels-page-*.js*');
    const style = page.waitForResponse((answer) => answer.ok() && /channels-page-.*\.css/.test(answer.url()));
    await answerLater(page, 1, '**/assets/channels-page-*.css');
    await page.getByRole('link', { name: 'Channels' }).first().click();
    await page.clock.fastForward(4_000);
    await page.clock.fastForward(4_000);
    await page.getByRole('heading', { name: 'Link your first phone' }).waitFor();
    await style;
    expect(await isSamePage()).toBe(true);

    await answerLater(page, Infinity, '**/assets/tickets-page-*.js*');
    await page.getByRole('link', { name: 'Tickets' }).first().click();
    await page.clock.fastForward(30_000);
    expect(await page.getByText('A new version is available.').count()).toBe(0);
    await page.clock.fastForward(31_000);
    await page.getByRole('heading', { name: 'A new version is available.' }).waitFor();
    expect(await isSamePage()).toBe(true);
    expect(await findingsOf(page)).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('status').getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'No tickets yet' }).waitFor();
    expect(await isSamePage()).toBe(false);
    await close();
  });

  /** Answers whatever a page asks for, except who is signed in, who looks after the installation, too. */
  const answerAll = async (page: Page, answer: (route: Route) => Promise<void>) => {
    await page.route(/\/console\/api\/(?!me$|events)/, answer);
    await page.route('**/console/api/me', async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as { data: { user: object } };
      const user = { ...data.user, is_operator: true };
      await route.fulfill({ response, json: { ...rest, data: { ...data, user } } });
    });
  };
  /** Goes to each page of the second half, and looks at it once it has loaded what it can. */
  const visitAll = async (page: Page, look: (place: string) => Promise<void>) => {
    for (const place of SECOND_HALF) {
      const link = page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: place, exact: true });
      await link.click();
      await page.locator('h1').getByText(place, { exact: true }).waitFor();
      await until(async () => (await page.locator('[role=status][aria-label]').count()) === 0, {
        describe: `${place} to be loaded`,
      });
      await look(place);
    }
  };

  inChromium(
    'say what an older gateway does not offer yet, and do without members that it lacks',
    async () => {
      const { accountId, email } = await stage().newcomer();
      const { stack } = stage();
      const client = stack.typedClient(await stack.admin.createApiKey(accountId));
      await client.createWebhook({ label: 'Orders', url: 'https://shop.example/' });
      await stack.admin.createApp(accountId, { name: 'Shop', redirect_uris: ['https://shop.example/'] });
      await client.raw.get('/v1/contacts/999999');
      const { page, complaints, close } = await stage().openAs(email, 'desktop-light');
      await answerAll(page, (route) => route.fulfill(NOTHING));
      await page.reload();
      await visitAll(page, () =>
        page.getByRole('heading', { name: 'This gateway does not offer that yet' }).first().waitFor(),
      );
      expect(await findingsOf(page)).toEqual([]);

      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await answerAll(page, async (route) => {
        const response = await route.fetch();
        // What is null now is absent in an answer from before it was added.
        const without = (_: string, value: unknown) => (value === null ? undefined : value);
        await route.fulfill({ response, json: JSON.parse(await response.text(), without) as object });
      });
      await page.reload();
      const broken: string[] = [];
      await visitAll(page, async (place) => {
        if ((await page.getByText('Something went wrong').count()) > 0) broken.push(place);
      });
      expect([broken, complaints]).toEqual([[], []]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await close();
    },
  );

  inChromium('show what they know of a newer gateway, and do without what an older one lacks', async () => {
    const { accountId, email } = await stage().newcomer();
    const { stack } = stage();
    const client = stack.typedClient(await stack.admin.createApiKey(accountId));
    const { number } = await connectPhone(stack, client);
    await stack.sandbox.write(freshNumber(), { to: number, text: 'Hello' });
    const { page, complaints, close } = await stage().openAs(email, 'phone-light');
    const newer = (files: string, words: Record<string, string>) =>
      page.route(files, async (route) => {
        const answer = await route.fetch();
        const body = Object.entries(words).reduce(
          (text, [word, other]) => text.replaceAll(`"${word}"`, `"${other}"`),
          (await answer.text()).replace('{"ok":true', '{"ok":true,"of_tomorrow":{"a":[1]}'),
        );
        await route.fulfill({ response: answer, body });
      });
    await newer('**/console/api/conversations/*/messages?*', { text: 'hologram', delivered: 'dreamt' });
    await newer('**/console/api/devices', { green: 'violet', connected: 'entangled' });
    for (const lacking of ['users', 'ticket-types', 'conversations/*/typing'])
      await page.route(`**/console/api/${lacking}*`, (route) => route.fulfill(NOTHING));
    await page.getByRole('link', { name: /Hello/ }).click();
    await page.getByText('A kind of message that cannot be shown here yet').waitFor();
    await page.goto(`${stage().base}/console/tickets`);
    await page.getByRole('heading', { name: 'No tickets yet' }).waitFor();
    await page.goto(`${stage().base}/console/channels`);
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(complaints).toEqual([]);
    await close();
  });
}
