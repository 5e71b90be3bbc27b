import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '@chat/test-kit';
import { inChromium } from '../access/chromium';
import { keep } from '../access/visitor';
import { freshCustomerNumber, putNumber } from '../cloud/cloud-shop';
import { freshNumber } from '../messages/shop';
import { findingsOf, findingsOfColours } from './accessibility';
import type { ConsoleStage } from './console-stage';
import { placesOf } from './forgotten';

const OWN_PAGE = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };

/** What the admin tool does in one account, done here. */
export function toolActions(stage: () => ConsoleStage): void {
  /** A window is looked at as it is, and dark from right to left. */
  const check = async (page: Page, name: string) => {
    await keep(page, name, { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate('document.documentElement.dir = "rtl"');
    expect(await findingsOfColours(page)).toEqual([]);
    await keep(page, `${name}-dark-rtl`, { fullPage: false });
    await page.evaluate('document.documentElement.dir = "ltr"');
    await page.emulateMedia({ colorScheme: 'light' });
  };
  /** Whether the audit log says once that somebody did this. */
  const isRecorded = async (page: Page, action: string) => {
    const url = `${stage().base}/console/api/audit?action=${action}`;
    const answer = await page.context().request.fetch(url, { headers: OWN_PAGE });
    const { data } = (await answer.json()) as { data: { entries: { actor: { type: string } }[] } };
    return data.entries.map(({ actor }) => actor.type).join() === 'person';
  };

  inChromium(
    'connects a number with a token of one’s own, explains a message and exports a person',
    async () => {
      const { accountId, email } = await stage().newcomer();
      const { base, stack } = stage();
      const number = await putNumber(stack, freshNumber());
      const { page, complaints, close } = await stage().openAs(email, 'desktop-light', 'channels');
      await page.getByRole('button', { name: 'Connect a number' }).click();
      await page.getByRole('button', { name: 'Use a token of our own…' }).click();
      await page.getByLabel('Id of the business account').fill(number.waba_id);
      await page.getByLabel('Id of the number').fill(number.phone_number_id);
      await page.getByLabel('Access token').fill('not the token');
      await page.getByRole('button', { name: 'Connect the number' }).click();
      await page.locator('[aria-invalid=true]').waitFor();
      await check(page, 'console-own-token');
      await page.getByLabel('Access token').fill(number.access_token);
      await page.getByRole('button', { name: 'Connect the number' }).click();
      await page.getByText('Connected', { exact: true }).waitFor();
      expect(await placesOf([number.access_token], page, stack)).toEqual([]);

      const customer = freshCustomerNumber();
      await stack.sandbox.write(customer, { to: number.digits, text: 'Where is my parcel?' });
      await page.getByRole('link', { name: 'Inbox' }).first().click();
      await page.getByRole('link', { name: /Where is my parcel/ }).click();
      await page.getByRole('button', { name: 'Actions for this message' }).click();
      await page.getByRole('menuitem', { name: 'What happened to this message' }).click();
      await page.getByText('It arrived here.').waitFor();
      await page.getByText('The account has no endpoint').waitFor();
      await check(page, 'console-trail');

      const client = stack.typedClient(await stack.admin.createApiKey(accountId));
      const names = { firstname: 'Mara', mobile_code: '1', mobile: customer.slice(1) };
      const { contact } = await client.createContact(names);
      await page.goto(`${base}/console/contacts/${contact.id}`);
      await page.getByRole('button', { name: 'Export everything…' }).click();
      await check(page, 'console-export');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Collect and save' }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe(`${customer}.json`);
      expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
        contact: { id: contact.id },
        conversations: [{ messages: [{ body: 'Where is my parcel?' }] }],
      });
      for (const action of ['channel.connect-cloud', 'person.export'])
        await until(() => isRecorded(page, action), { describe: `the entry of ${action}` });
      expect(complaints).toEqual([]);
      await close();
    },
  );
}
