import type { Page } from 'playwright-core';
import { scopes } from '@chat/contracts';
import { setOperator } from '@chat/contracts/gateway';
import { systemContext } from '@chat/service-kit';
import { AuthenticatorApp, Browser, decide, until } from '@chat/test-kit';
import { inChromium } from '../access/chromium';
import { keep } from '../access/visitor';
import { connectPhone, freshNumber } from '../messages/shop';
import { findingsOf, findingsOfColours, illegibleIn } from './accessibility';
import { PASSWORD, type ConsoleStage } from './console-stage';
import { placesOf } from './forgotten';
import { HOSTILE_TEXTS } from './hostile-texts';

const OWN_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };

/** Where an account, its people and its programs are managed, and the installation. */
export function administration(stage: () => ConsoleStage): void {
  /** Calls the API as whoever is signed in. */
  const call = async <T>(page: Page, method: string, path: string, data?: object): Promise<T> => {
    const url = `${stage().base}/console/api/${path}`;
    const answer = await page.context().request.fetch(url, { method, data, headers: OWN_PAGE });
    const text = await answer.text();
    expect([path, answer.status() < 300, text]).toEqual([path, true, text]);
    return (JSON.parse(text) as { data: T }).data;
  };
  const choose = async (page: Page, menu: string, action: string) => {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const fill = async (page: Page, texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts))
      await page.getByLabel(label, { exact: true }).fill(text);
  };
  const go = async (page: Page, place: string) => {
    await page.goto(`${stage().base}/console/${place}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await until(async () => (await page.locator('[role=status][aria-label]').count()) === 0, {
      describe: `${place} to be loaded`,
    });
  };
  /** What is shown once: it is nowhere once its window is closed. */
  const shownOnce = async (page: Page) => {
    const dialog = page.getByRole('alertdialog');
    const code = dialog.locator('code').last();
    await code.waitFor();
    const secret = await code.innerText();
    expect(await findingsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await placesOf(secret.split('\n'), page, stage().stack)).toEqual([]);
    return secret;
  };
  /** Sets up a second factor on the page of the person. */
  const setUpFactor = async (page: Page) => {
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = page.getByRole('dialog').locator('code');
    await secret.waitFor();
    const app = new AuthenticatorApp((await secret.innerText()).replaceAll(' ', ''));
    await keep(page, 'console-second-factor', { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);
    await page.getByLabel('Code of the app').fill(await app.next());
    await page.getByRole('button', { name: 'Confirm' }).click();
  };

  /** An operator says how much the newest account may keep. */
  const setLimit = async (page: Page, accountId: number) => {
    await go(page, 'installation');
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Limits…' }).click();
    await page.getByText('0 of 1,000,000').waitFor();
    await page.getByLabel('At most').fill('5');
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 of 5').waitFor();
    const path = `accounts/${accountId}/limits`;
    const { usage } = await call<{ usage: { limit: string; max: number }[] }>(page, 'GET', path);
    expect(usage).toContainEqual(expect.objectContaining({ limit: 'contacts', max: 5 }));
    const entries = async () =>
      (await call<{ entries: object[] }>(page, 'GET', 'audit?action=usage.set-limit')).entries;
    await until(async () => (await entries()).length === 1, { describe: 'the entry of the change' });
    expect(await entries()).toMatchObject([{ actor: { type: 'person' }, after: { max: 5 } }]);
  };
  /** Somebody connects an agent, which may answer on one channel. */
  const connectAgent = async (accountId: number, email: string, channelId: number) => {
    const { base, stack } = stage();
    const redirectUri = 'http://127.0.0.1/callback';
    const { developer_app: app } = await stack.admin.createApp(accountId, {
      ...{ name: 'An agent', redirect_uris: [redirectUri], public: true },
    });
    const person = new Browser(base);
    await person.signIn(email, PASSWORD);
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: app.client_id, redirect_uri: redirectUri, state: 'here' },
      ...{ scope: 'conversations:read messages:read messages:send', resource: `${base}/mcp` },
      ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
    });
    const question = await person.get(`/oauth/authorize?${query.toString()}`);
    await decide(person, question, 'allow', { access: 'answer_named', channel_id: String(channelId) });
  };

  inChromium('lets people in by a link that is seen once, and each keep how they sign in', async () => {
    const { accountId, email } = await stage().newcomer();
    const { page, complaints, close } = await stage().openAs(email, 'desktop-light', 'people');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByLabel('E-mail address').fill(`bob-${accountId}@example.com`);
    await keep(page, 'console-invite', { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = await shownOnce(page);
    await page.getByText('The link works until').waitFor();

    const bob = await stage().visit('phone-dark');
    await bob.page.goto(link);
    await bob.page.getByLabel('Your name').fill('Bob');
    await bob.page.getByLabel('Password').fill(PASSWORD);
    await bob.page.getByRole('button', { name: 'Join' }).click();
    await bob.page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    const elsewhere = await stage().openAs(`bob-${accountId}@example.com`, 'desktop-dark');
    await go(bob.page, 'me');
    await bob.page.getByText('This browser').waitFor();
    await bob.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await bob.page.getByText('Signed out there.').waitFor();
    expect((await call<{ sessions: object[] }>(bob.page, 'GET', 'me/sessions')).sessions).toHaveLength(1);
    await bob.page.getByRole('button', { name: 'Change name' }).click();
    await bob.page.getByLabel('Your name').fill('Bob Stone');
    await bob.page.getByRole('button', { name: 'Save' }).click();
    await bob.page.getByRole('heading', { name: 'Bob Stone' }).waitFor();
    await setUpFactor(bob.page);
    expect((await shownOnce(bob.page)).split('\n')).toHaveLength(10);
    await bob.page.getByText('Recovery codes left').waitFor();
    await bob.page.getByRole('button', { name: 'Change password' }).click();
    await bob.page.getByLabel('Current password').fill('not the password');
    await bob.page.getByLabel('New password').fill('another password of mine');
    await bob.page.getByRole('button', { name: 'Save' }).click();
    await bob.page.getByText('This is not your password').waitFor();
    expect(await findingsOf(bob.page)).toEqual([]);
    await bob.page.getByLabel('Current password').fill(PASSWORD);
    await bob.page.getByRole('button', { name: 'Save' }).click();
    await bob.page.getByText('Your password is changed.').waitFor();
    await go(bob.page, 'people');
    expect(await bob.page.getByRole('button', { name: /Invite|Actions/ }).count()).toBe(0);

    await page.reload();
    await choose(page, 'Actions for Bob Stone', 'Change role…');
    await page.getByText('Also links channels').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Developer', { exact: true }).waitFor();
    await choose(page, 'Actions for Bob Stone', 'New password…');
    await page.getByText('Also remove the second factor').click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    expect(await shownOnce(page)).toContain('/reset/');
    await choose(page, 'Actions for Bob Stone', 'Disable…');
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect([...complaints, ...bob.complaints]).toEqual([]);
    await Promise.all([close(), bob.close(), elsewhere.close()]);
  });

  inChromium('shows apps, kept messages, requests, changes and counts as the API has them', async () => {
    const { accountId, email } = await stage().newcomer();
    const { stack } = stage();
    const client = stack.typedClient(await stack.admin.createApiKey(accountId, { scopes: [...scopes] }));
    const { number, device } = await connectPhone(stack, client);
    for (const text of ['One', 'Two', 'Three'])
      await stack.sandbox.write(freshNumber(), { to: number, text });
    await client.raw.get('/v1/contacts/999999');
    const { contact } = await client.createContact({ firstname: 'Mara', mobile_code: '49', mobile: '15110' });
    const { page, complaints, close } = await stage().openAs(email, 'desktop-dark', 'apps');

    await page.getByRole('button', { name: 'New app' }).click();
    await page.getByLabel('Name').fill('Shop');
    await page.getByLabel('Redirect URIs').fill('ftp://shop.example.com');
    await page.getByRole('button', { name: 'Create the app' }).click();
    await page.getByText('cannot be a redirect URI').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByLabel('Redirect URIs').fill('https://shop.example.com/back');
    await page.getByRole('button', { name: 'Create the app' }).click();
    const first = await shownOnce(page);
    await choose(page, 'Actions for Shop', 'New secret…');
    await page.getByRole('button', { name: 'Get a new secret' }).click();
    expect(await shownOnce(page)).not.toBe(first);

    await go(page, 'saved');
    await choose(page, 'New…', 'List to choose from');
    await fill(page, { Name: 'Days', Text: 'Which day?', 'On the button': 'Choose', 'Choice 1': 'Monday' });
    await keep(page, 'console-kept-list', { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Days' }).waitFor();
    await choose(page, 'New…', 'Button with an address');
    await fill(page, { Name: 'Shop', Text: 'See', 'On the button': 'Open', 'What it opens': 'shop' });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a web address that begins with').waitFor();
    await go(page, 'contacts');
    await page.getByRole('button', { name: 'New contact' }).click();
    await fill(page, {
      'First name': 'Ada',
      'Country code': 'abc',
      'Number without country code': '0151-ABC',
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a country code that exists').waitFor();
    await page.getByText('Enter its digits').waitFor();
    await keep(page, 'console-new-contact', { fullPage: false });

    await go(page, 'requests?view=errors');
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'GET /v1/contacts/{id}' }).click();
    await page.waitForURL(/status=.*404/);
    await page.reload();
    await page.getByText('not_found').click();
    await page.getByText('Request id').last().waitFor();

    await go(page, 'audit?action=own-developer-app.rotate-secret');
    await page.getByRole('heading', { name: 'Nothing was done' }).waitFor();
    await page.getByLabel('What was done').fill('developer-app.rotate-secret');
    await page.waitForURL(/action=developer-app\.rotate-secret/);
    await page.locator('#content').getByText(email).first().waitFor();
    await page.getByText('developer-apps/').first().click();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('audit.csv');

    const counted = async () => {
      const { usage } = await client.countMessages({ status: 'received', group_by: 'status' });
      return usage.reduce((sum, { count }) => sum + count, 0) === 3;
    };
    await until(counted, { describe: 'the messages to be counted' });
    await go(page, 'usage?days=7');
    const today = page.getByRole('table', { name: 'Messages a day' }).getByRole('row').nth(1);
    await today.waitFor();
    await keep(page, 'console-usage', { fullPage: false });
    const screen = page.viewportSize()!;
    await page.setViewportSize({ ...screen, width: 320 });
    expect(await illegibleIn(page)).toEqual([]);
    await keep(page, 'console-usage-narrow', { fullPage: false });
    await page.setViewportSize(screen);
    expect((await today.getByRole('cell').allInnerTexts()).slice(0, 2)).toEqual(['3', '0']);

    await go(page, 'account');
    await page.getByText('Agents may connect').click();
    await page.getByLabel('Days for messages').fill('30');
    await page.getByText('What is older than that is deleted for good.').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    for (const save of await page.getByRole('button', { name: 'Save' }).all()) await save.click();
    await until(
      async () => {
        const { account } = await call<{ account: { mcp: boolean } }>(page, 'GET', 'account/settings');
        const { retention } = await call<{ retention: object }>(page, 'GET', 'account/retention');
        return account.mcp && JSON.stringify(retention) === '{"message_days":30,"media_days":null}';
      },
      { describe: 'the settings to be saved' },
    );
    await connectAgent(accountId, email, device.id);
    await go(page, 'me');
    await page.getByText('Answer where you say, for an hour on Shop').waitFor();
    await page.getByRole('button', { name: /^Change\s+An agent/ }).click();
    await page.getByText('Answer everywhere').click();
    await keep(page, 'console-agent', { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Answer everywhere').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await go(page, 'grants');
    await page.locator('#content').getByText(email, { exact: true }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: /^Take back/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('heading', { name: 'Nobody has allowed an app anything' }).waitFor();

    await go(page, `contacts/${contact.id}`);
    await page.getByRole('button', { name: 'Erase everything…' }).click();
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const isErased = async () => (await client.raw.get(`/v1/contacts/${contact.id}`)).status === 404;
    await until(isErased, { describe: 'the contact to be erased' });
    expect(complaints).toEqual([]);
    await close();
  });

  describe('with people who call anything anything', () => {
    // Each in both colours.
    inChromium.each([
      ['phone-light', 'pseudo'],
      ['desktop-dark', 'en'],
    ] as const)(
      'is accessible, fits and runs nothing of theirs, and shows operators the installation (%s, %s)',
      async (look, language) => {
        const { accountId, email } = await stage().newcomer();
        const { stack } = stage();
        const { page, complaints, close } = await stage().openAs(email, look);
        await call(page, 'PATCH', 'me', { name: HOSTILE_TEXTS[1]!.slice(0, 100) });
        await call(page, 'POST', 'users/invitations', { email: 'x@example.com', role: 'viewer' });
        const app = { name: HOSTILE_TEXTS[0], redirect_uris: [`https://${'a'.repeat(60)}.example/back`] };
        await call(page, 'POST', 'developer-apps', app);
        const texts = {
          header: HOSTILE_TEXTS[2],
          body: HOSTILE_TEXTS.slice(0, 10).join('\n').slice(0, 1_000),
        };
        const list = { name: HOSTILE_TEXTS[3], button: 'Choose', ...texts };
        const rows = [{ id: HOSTILE_TEXTS[2], title: '<b>'.repeat(8), description: 'd'.repeat(72) }];
        await call(page, 'POST', 'interactive-lists', { ...list, sections: [{ rows }] });
        const { secret } = await call<{ secret: string }>(page, 'POST', 'me/totp', {});
        await call(page, 'POST', 'me/totp/confirm', { code: await new AuthenticatorApp(secret).next() });
        const body = { user: email, is_operator: true };
        await stack.admin.bus.request(setOperator, systemContext(accountId), { body });
        const refused: string[] = [];
        page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
        const [first, second] =
          look === 'phone-light' ? (['light', 'dark'] as const) : (['dark', 'light'] as const);
        await go(page, `people?language=${language}`);
        for (const place of [
          'people',
          'me',
          'apps',
          'grants',
          'saved',
          'requests',
          'audit',
          'usage',
          'account',
          'installation',
          'installation?view=health',
          'installation?view=dead-letters',
          'installation?view=jobs',
          'more',
        ]) {
          await go(page, place);
          const name = `console-${look}-${place.replace(/\W/g, '-')}`;
          await keep(page, name, { fullPage: false });
          expect([name, await findingsOf(page)]).toEqual([name, []]);
          await page.emulateMedia({ colorScheme: second });
          expect([name, second, await findingsOfColours(page)]).toEqual([name, second, []]);
          await page.emulateMedia({ colorScheme: first });
        }
        if (look === 'desktop-dark') await setLimit(page, accountId);
        expect(await page.evaluate('window.hacked')).toBeUndefined();
        expect([refused, complaints]).toEqual([[], []]);
        await close();
      },
    );
  });

  inChromium('is no place for those who may not use it', async () => {
    const { accountId } = await stage().newcomer();
    const { page, complaints, close } = await stage().openAs(
      await stage().person(accountId, 'viewer'),
      'desktop-light',
    );
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    for (const place of ['apps', 'grants', 'saved', 'requests', 'audit', 'installation']) {
      await page.goto(`${stage().base}/console/${place}`);
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    }
    for (const place of ['people', 'me', 'usage', 'account']) await go(page, place);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();
    expect(links.slice(0, -1)).toEqual([
      ...['Inbox', 'Contacts', 'Tickets', 'Channels', 'Templates'],
      ...['People', 'Usage', 'Account'],
    ]);
    expect([refused, complaints]).toEqual([[], []]);
    await close();
  });
}
