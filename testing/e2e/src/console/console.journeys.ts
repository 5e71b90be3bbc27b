import type { BrowserContextOptions, Page } from 'playwright-core';
import { scopes } from '@chat/contracts';
import { until, WebhookReceiver, type TestClient } from '@chat/test-kit';
import { hasChromium, inChromium, untilFocused } from '../access/chromium';
import { keep, type Look } from '../access/visitor';
import { connectPhone, freshNumber } from '../messages/shop';
import type { RunningStack } from '../shared-stack';
import { findingsOf, findingsOfColours } from './accessibility';
import { ConsoleStage, PASSWORD, tabTo } from './console-stage';
import { HOSTILE_TEXTS } from './hostile-texts';
import { administration } from './administration.journeys';
import { coexistence } from './coexistence.journeys';
import { keys } from './keys.journeys';
import { sends } from './sends.journeys';
import { templates } from './templates.journeys';
import { together } from './together.journeys';
import { toolActions } from './tool-actions.journeys';
import { versions } from './versions.journeys';
import { webhooks } from './webhooks.journeys';

const QR = 'QR code to scan with the phone';

/** The page of a message that arrived at an endpoint, once the receiver has answered. */
async function deliveredTo(client: TestClient, id: number): Promise<string> {
  const read = async () => {
    const query = { id, status: 'succeeded', event: 'message.received' } as const;
    return (await client.listWebhookDeliveries(query)).deliveries.at(-1);
  };
  const delivery = await until(read, { describe: 'a delivery' });
  return `webhooks/${id}?delivery=${delivery.id}`;
}

type Cookies = Pick<BrowserContextOptions, 'storageState'>;

/** The console in real Chromium. Skipped where none is installed. */
export function console(stack: RunningStack): void {
  let stage: ConsoleStage;

  beforeAll(async () => {
    stage = await ConsoleStage.open(stack());
  });

  afterEach(() => stage.closePages());

  afterAll(() => stage.close());

  const base = () => stage.base;
  const newcomer = () => stage.newcomer();
  const openAs = (email: string, look: Look, place?: string) => stage.openAs(email, look, place);
  const textsAt = (customer: string) => stage.textsAt(customer);
  const scan = async (page: Page, number: string) => {
    const code = page.getByAltText(QR);
    await code.waitFor();
    await stack().sandbox.scan(number, (await code.getAttribute('src'))!);
  };

  inChromium('leads from signing in to an answered customer, by mouse', async () => {
    const { email } = await newcomer();
    const [number, customer] = [freshNumber(), freshNumber()];
    const { page, complaints, close } = await openAs(email, 'desktop-light');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('link', { name: 'Channels' }).first().click();
    await page.getByRole('button', { name: 'Link a phone' }).click();
    await page.getByLabel('Name of the channel').fill('Shop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await scan(page, number);
    await page.getByText('Shop is connected').waitFor();
    await page.getByRole('link', { name: 'Open the inbox' }).click();
    await stack().sandbox.write(customer, { to: number, text: 'Are you open on Sunday?' });
    await page.getByRole('link', { name: /Are you open on Sunday/ }).click();
    await page.getByLabel('Write a message').fill('From ten to two.');
    await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
    const answer = page.getByRole('region', { name: 'Messages' }).getByText('From ten to two.');
    await answer.waitFor();
    await keep(page, 'console-answered', { fullPage: false });
    expect(await textsAt(customer)).toEqual(['From ten to two.']);
    expect(await answer.count()).toBe(1);
    expect(await page.getByText('Recording').count()).toBe(0);
    await untilFocused(page, 'Write a message');
    expect(requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(base()))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium('leads there by keyboard alone', async () => {
    const { email } = await newcomer();
    const [number, customer] = [freshNumber(), freshNumber()];
    const { page, complaints, close } = await openAs(email, 'desktop-dark', 'channels');
    await page.getByRole('heading', { name: 'Link your first phone' }).waitFor();
    await tabTo(page, 'Link a phone');
    await page.keyboard.press('Enter');
    await untilFocused(page, 'Name of the channel');
    await page.keyboard.type('Shop');
    await page.keyboard.press('Enter');
    await page.getByAltText(QR).waitFor();
    await tabTo(page, 'QR code');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, 'Number of the phone');
    await page.keyboard.type(`+${number}`);
    await page.keyboard.press('Enter');
    const code = await page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).innerText();
    await stack().sandbox.enterPairingCode(number, code);
    await page.getByText('Shop is connected').waitFor();
    await tabTo(page, 'Open the inbox');
    await page.keyboard.press('Enter');
    await stack().sandbox.write(customer, { to: number, text: 'Good morning' });
    await page.getByRole('link', { name: /Good morning/ }).waitFor();
    await page.keyboard.press('Control+k');
    await tabTo(page, /Good morning/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Write a message').waitFor();
    await tabTo(page, 'Write a message');
    await page.keyboard.type('Good morning to you');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Messages' }).getByText('Good morning to you').waitFor();
    expect(await textsAt(customer)).toEqual(['Good morning to you']);
    expect(complaints).toEqual([]);
    await close();
  });

  describe('with customers who send anything', () => {
    /** Of two people: what each asks for within a minute is limited. */
    let cookies: Record<'en' | 'pseudo', Cookies>;
    let conversationName: string;
    let delivery: string;

    beforeAll(async () => {
      if (!hasChromium) return;
      const { accountId, email } = await newcomer();
      const client = stack().typedClient(
        await stack().admin.createApiKey(accountId, { scopes: [...scopes] }),
      );
      const { number, device } = await connectPhone(stack(), client);
      const customer = freshNumber();
      await client.createContact({
        firstname: HOSTILE_TEXTS[0]!,
        lastname: HOSTILE_TEXTS[1]!.slice(0, 100),
        mobile_code: '1',
        mobile: customer.slice(1),
      });
      const receiver = await WebhookReceiver.start();
      receiver.answer = () => ({ status: 200, body: HOSTILE_TEXTS.join('\n').slice(0, 1_000) });
      const { webhook } = await client.createWebhook({
        label: HOSTILE_TEXTS[1]!.slice(0, 100),
        url: `${receiver.url}?"><svg/onload=window.hacked=1>`,
      });
      for (const text of HOSTILE_TEXTS) await stack().sandbox.write(customer, { to: number, text });
      delivery = await deliveredTo(client, webhook.id);
      await receiver.stop();
      await client.sendMessage({
        mobile_code: '1',
        mobile: customer.slice(1),
        chat_account_id: device.id,
        message: 'Hm.',
      });
      await client.createTicketType({ key: 'other', name: HOSTILE_TEXTS[0]! });
      await client.createTicket({ type_key: 'other', subject: HOSTILE_TEXTS[1]!.slice(0, 255) });
      conversationName = HOSTILE_TEXTS[0]!;
      const cookiesOf = async (person: string): Promise<Cookies> => {
        const { page, close } = await openAs(person, 'desktop-light');
        const storageState = await page.context().storageState();
        await close();
        return { storageState };
      };
      cookies = {
        en: await cookiesOf(email),
        pseudo: await cookiesOf(await stage.person(accountId, 'owner')),
      };
    });

    // Each screen and each language is judged by the rules of accessibility once; what fits depends on the pair.
    inChromium.each([
      ['fits', 'phone', 'en'],
      ['is accessible, light and dark, fits', 'phone', 'pseudo'],
      ['is accessible, light and dark, fits', 'desktop', 'en'],
      ['fits', 'desktop', 'pseudo'],
    ] as const)('%s and runs nothing of theirs (%s, %s)', async (what, screen, language) => {
      const { page, complaints, close } = await stage.visit(`${screen}-light`, cookies[language]);
      const direction = language === 'en' ? 'ltr' : 'rtl';
      const check = async (place: string) => {
        const keepIn = (colours: string) =>
          keep(page, `console-${screen}-${colours}-${direction}-${place.replace('?view=', '-')}`, {
            fullPage: false,
          });
        await keepIn('light');
        if (what === 'fits') return;
        expect(await findingsOf(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await findingsOfColours(page)).toEqual([]);
        await keepIn('dark');
        await page.emulateMedia({ colorScheme: 'light' });
      };
      await page.goto(`${base()}/console/inbox?language=${language}`);
      await page.getByRole('link').filter({ hasText: conversationName }).first().waitFor();
      await check('inbox');
      await page.getByRole('link').filter({ hasText: conversationName }).first().click();
      await page.getByText('Hm.').last().waitFor();
      await check('thread');
      for (const place of [
        'channels',
        'contacts',
        'tickets',
        'tickets?view=board',
        'keys',
        'templates',
        'webhooks',
        delivery,
        'me',
        'nowhere',
      ]) {
        await page.goto(`${base()}/console/${place}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await until(async () => (await page.locator('[role=status][aria-label]').count()) === 0, {
          describe: `${place} to be loaded`,
        });
        await check(place === delivery ? 'delivery' : place);
      }
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      expect(complaints).toEqual([]);
      await close();
    });
  });

  inChromium(
    'moves tickets by pointer and by keyboard, only where they may go, and shows what the customer thinks',
    async () => {
      const { accountId, email } = await newcomer();
      const client = stack().typedClient(
        await stack().admin.createApiKey(accountId, { scopes: ['tickets:read', 'tickets:write'] }),
      );
      await client.createTicketType({ key: 'late', name: 'Late' });
      const { ticket } = await client.createTicket({ type_key: 'late', subject: 'Where is my order?' });
      const { page, complaints, close } = await openAs(email, 'desktop-light', 'tickets?view=board');
      const column = (name: string) =>
        page.locator('section').filter({ has: page.getByRole('heading', { name }) });
      const card = page.getByRole('listitem').filter({ hasText: 'Where is my order?' });
      await card.dragTo(column('Reopened'));
      await card.dragTo(column('In progress'));
      await column('In progress').getByText('Where is my order?').waitFor();
      await tabTo(page, `Move ${ticket.number}`);
      await page.keyboard.press('Enter');
      const offered = page.getByRole('menuitem');
      await offered.first().waitFor();
      expect(await offered.allInnerTexts()).toEqual([
        'Move to Waiting for the customer',
        'Move to Resolved',
        'Move to Closed',
      ]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await column('Resolved').getByText('Where is my order?').waitFor();
      await untilFocused(page, `Move ${ticket.number}`);
      expect((await client.getTicket({ number: ticket.number })).ticket.status).toBe('resolved');
      await client.rateTicket({ number: ticket.number, rating: 4, comment: 'Merci 🙏' });
      await card.getByText('4 of 5').waitFor();
      await card.getByRole('button', { name: 'Where is my order?' }).click();
      await page.getByRole('dialog').getByText('Merci 🙏').waitFor();
      await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Move to Closed' }).click();
      await column('Closed').getByText('Where is my order?').waitFor();
      await page.keyboard.press('Escape');
      await untilFocused(page, `Move ${ticket.number}`);
      await page.goto(`${base()}/console/inbox?unread=banana&channel=999999`);
      await page.getByRole('link', { name: 'Remove filters' }).click();
      await page.getByRole('heading', { name: 'No conversations yet' }).waitFor();
      await page.goto(`${base()}/console/tickets?status=nonsense`);
      await page.getByRole('button', { name: 'Where is my order?' }).waitFor();
      await page.goto(`${base()}/console/tickets?ticket=TKT-999999`);
      await page.getByRole('dialog').getByText('It may have been deleted').waitFor();
      expect(await findingsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  inChromium('shows nobody a control that their role may not use', async () => {
    const { accountId } = await newcomer();
    const client = stack().typedClient(await stack().admin.createApiKey(accountId));
    const { number } = await connectPhone(stack(), client);
    await stack().sandbox.write(freshNumber(), { to: number, text: 'Hello' });
    const email = `viewer-${accountId}@example.com`;
    await stack().admin.createUser(accountId, email, PASSWORD, 'viewer');
    const { page, complaints, close } = await openAs(email, 'desktop-light');
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    await page.getByRole('link', { name: /Hello/ }).click();
    await page.getByText('Your role may read here, not answer.').waitFor();
    expect(await page.getByLabel('Write a message').count()).toBe(0);
    await page.getByRole('link', { name: 'Channels' }).first().click();
    await page.getByText('Connected').first().waitFor();
    for (const button of [/Link a phone/, /Actions for/])
      expect(await page.getByRole('button', { name: button }).count()).toBe(0);
    await page.getByRole('link', { name: 'Contacts' }).first().click();
    await page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
    expect(await page.getByRole('button', { name: 'New contact' }).count()).toBe(0);
    expect(refused).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium('is right again after a cut, and sends what was written meanwhile once', async () => {
    const { accountId, email } = await newcomer();
    const client = stack().typedClient(await stack().admin.createApiKey(accountId));
    const { number } = await connectPhone(stack(), client);
    const customer = freshNumber();
    await stack().sandbox.write(customer, { to: number, text: 'Before' });
    const { page, close } = await openAs(email, 'desktop-light');
    await page.getByRole('link', { name: /Before/ }).click();
    await page.getByLabel('Write a message').waitFor();
    await page.reload();
    await page.getByLabel('Write a message').waitFor();
    const context = page.context();
    await context.setOffline(true);
    await page.getByText('Offline.').waitFor();
    await stack().sandbox.write(customer, { to: number, text: 'Meanwhile' });
    await page.getByLabel('Write a message').fill('Written offline');
    await page.keyboard.press('Enter');
    await context.setOffline(false);
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Meanwhile').waitFor();
    await messages
      .locator('article')
      .filter({ hasText: 'Written offline' })
      .getByText('Sending')
      .waitFor({ state: 'detached' });
    expect(await textsAt(customer)).toEqual(['Written offline']);
    expect(await messages.locator('article').filter({ hasText: 'Written offline' }).count()).toBe(1);

    // The server lost its place, and does not say who this is.
    let refusals = 0;
    page.on('requestfailed', (request) => (refusals += Number(request.url().endsWith('/console/api/me'))));
    await page.route('**/console/api/me', (route) => route.abort());
    const reset = { contentType: 'text/event-stream', body: 'event: reset\ndata: null\n\n' };
    await page.route('**/console/api/events/stream*', (route) => route.fulfill(reset), { times: 1 });
    await page.getByLabel('Write a message').fill('Not sent yet');
    await context.setOffline(true);
    await context.setOffline(false);
    await until(() => refusals > 2, { describe: 'the last of three questions' });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    expect(await page.getByLabel('Write a message').count()).toBe(1);

    // The session ends as it is sent.
    await context.clearCookies();
    await page.getByLabel('Write a message').press('Enter');
    await page.getByText('You were signed out').waitFor();
    await page.unroute('**/console/api/me');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await stage.signIn(page, email);
    const unsent = messages.locator('article').filter({ hasText: 'Not sent yet' });
    await unsent.getByRole('button', { name: 'Try again' }).click();
    await unsent.getByText(/Sent|Delivered/).waitFor();
    expect(await textsAt(customer)).toEqual(['Written offline', 'Not sent yet']);
    await until(async () => (await page.evaluate('sessionStorage.length')) === 0, {
      describe: 'nothing to be kept any more',
    });
    await close();
  });

  describe('sends', () => sends(() => stage));
  describe('numbers of the business app', () => coexistence(() => stage));
  describe('keys', () => keys(() => stage));
  describe('the administration', () => administration(() => stage));
  describe('what the admin tool does, too,', () => toolActions(() => stage));
  describe('templates', () => templates(() => stage));
  describe('webhooks', () => webhooks(() => stage));
  describe('pages of other versions', () => versions(() => stage));
  describe('together', () => together(() => stage));
}
