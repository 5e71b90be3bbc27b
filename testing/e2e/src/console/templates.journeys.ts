import { until } from '@chat/test-kit';
import { inChromium } from '../access/chromium';
import { keep } from '../access/visitor';
import { freshCustomerNumber, openCloudShop } from '../cloud/cloud-shop';
import { findingsOf } from './accessibility';
import type { ConsoleStage } from './console-stage';
import { HOSTILE_TEXTS } from './hostile-texts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Templates from their first letter to a phone. */
export function templates(stage: () => ConsoleStage): void {
  inChromium(
    'are written with each rule at its field, reviewed while one looks, tried out and changed',
    async () => {
      const { stack } = stage();
      const shop = await openCloudShop(stack);
      const email = await stage().person(shop.accountId, 'developer');
      const { page, complaints, close } = await stage().openAs(email, 'desktop-light', 'templates');
      await page.getByRole('link', { name: 'New template' }).click();
      await page.getByRole('textbox', { name: 'Name' }).waitFor();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const preview = page.getByRole('figure');
      const body = page.getByRole('textbox', { name: 'Text', exact: true });

      await body.fill(HOSTILE_TEXTS[0]!);
      await preview.getByText(HOSTILE_TEXTS[0]!).waitFor();
      await page.getByRole('textbox', { name: 'Name' }).fill('Order ready');
      await page.getByText('name must be 1 to 512 lowercase letters, digits and underscores.').waitFor();
      await body.fill('Dear {{first_name}}, your *order* is {{2}}');
      await page.getByText('Number variables: {{1}}, {{2}} and so on.').waitFor();
      await page.getByRole('button', { name: 'Number the variables' }).click();
      await page.getByText('body ends with a variable, at character').waitFor();
      await keep(page, 'console-template-rules', { fullPage: false });
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole('textbox', { name: 'Name' }).fill('order_ready');
      await body.fill('Dear {{1}}, your *order* {{2}} is ready.');
      await page.getByText('40 of 1,024 characters').waitFor();
      await page.getByLabel('Example for {{1}}').fill('Ana');
      await page.getByLabel('Example for {{2}}').fill('№7');
      await preview.getByText('Dear Ana, your order №7 is ready.').waitFor();
      await page.getByRole('button', { name: 'Add a button' }).click();
      await page.getByLabel('Label').fill('A label that is longer than 25 characters');
      await page.getByText('The text has 41 characters. Use at most 25.').waitFor();
      await page.getByLabel('Label').fill('Track it');
      // Nothing is asked of the server while somebody types.
      expect(asked).toEqual([]);

      await page.getByRole('button', { name: /Header/ }).click();
      await page.getByRole('option', { name: 'Picture' }).click();
      await page.getByRole('button', { name: 'Submit for review' }).click();
      await page.getByText('A header of format IMAGE needs a sample').waitFor();
      await page
        .getByLabel('Example of the file')
        .setInputFiles({ name: 'order.png', mimeType: 'image/png', buffer: PICTURE });
      await page.getByText('order.png is uploaded.').waitFor();
      await preview.getByRole('img').waitFor();
      await keep(page, 'console-template-builder', { fullPage: false });
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Submit for review' }).click();
      await page.getByRole('heading', { name: 'order_ready' }).waitFor();
      await page.getByText('Approved', { exact: true }).waitFor();
      const customer = freshCustomerNumber();
      await page.getByRole('button', { name: 'Send a test' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Country code', { exact: true }).fill('+1');
      await dialog.getByLabel('Number without country code').fill(customer.slice(1));
      await dialog.getByLabel('Value for 1').fill('Eva');
      await dialog.getByLabel('Value for 2').fill('12');
      const previewed = await dialog.getByRole('figure').locator('p').allInnerTexts();
      await keep(page, 'console-template-test', { fullPage: false });
      expect(await findingsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Send template' }).click();
      const [received] = await stage().received(customer);
      const shown = received!.template!.shown as { body: string; buttons: string[] };
      expect(previewed).toContain(shown.body.replaceAll('*', ''));
      expect(shown.buttons).toEqual(['Track it']);

      await page.getByRole('link', { name: 'Edit' }).click();
      await body.fill('Dear {{1}}, your *order* {{2}} is on its way.');
      await page.getByRole('button', { name: 'Submit the change' }).click();
      await page.getByRole('heading', { name: 'order_ready', exact: true }).waitFor();
      const scopes = ['templates:read'];
      const reader = stack.typedClient(await stack.admin.createApiKey(shop.accountId, { scopes }));
      const changed = async () => {
        const lists = await Promise.all(
          (['APPROVED', 'PENDING'] as const).map((status) => reader.listTemplates({ status })),
        );
        return lists.flatMap((list) => list.templates)[0]?.body;
      };
      await until(async () => (await changed())?.includes('on its way'), { describe: 'the change' });
      expect([complaints, await page.evaluate('window.hacked')]).toEqual([[], undefined]);
      const { pathname } = new URL(page.url());
      await seenByViewer(shop.accountId, pathname);
      await seenByPseudo(email);
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByText('blocks its name in this language for 30 days').waitFor();
      await keep(page, 'console-template-delete', { fullPage: false });
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('heading', { name: 'No templates here' }).waitFor();
      expect((await reader.listTemplates({})).templates).toEqual([]);
      // A developer has no token of the company's.
      await page.goto(`${stage().base}/console/channels`);
      await page.getByRole('button', { name: 'Connect a number' }).click();
      await page.getByRole('button', { name: 'Go to the sign-up' }).waitFor();
      expect(await page.getByRole('button', { name: 'Use a token of our own…' }).count()).toBe(0);
      await close();
      await shop.receiver.stop();
    },
  );

  /** The builder with long texts, from right to left, on a phone in the dark. */
  const seenByPseudo = async (email: string) => {
    const { page, complaints, close } = await stage().openAs(email, 'phone-dark', 'inbox');
    await page.goto(`${stage().base}/console/templates/new?language=pseudo`);
    await page.locator('textarea').fill('{{1}}');
    await page.locator('[aria-invalid=true]').waitFor();
    await keep(page, 'console-template-builder-rtl', { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);
    await page.getByText(/^\[Áúthéñtíçátíóñ/).click();
    await page.getByText(/^\[Bý ítsélf/).click();
    await page.getByRole('group').first().waitFor();
    await keep(page, 'console-template-codes-rtl', { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);
    // It scrolls within the page, and never the window.
    expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  };

  /** Those who may only read see no control that would be refused. */
  const seenByViewer = async (accountId: number, path: string) => {
    const email = await stage().person(accountId, 'viewer');
    const { page, complaints, close } = await stage().openAs(
      email,
      'phone-light',
      'templates?status=PENDING',
    );
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor();
    await page.goto(`${stage().base}${path}`);
    await page.getByRole('heading', { name: 'order_ready' }).waitFor();
    await keep(page, 'console-template', { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);
    for (const control of ['New template', 'Edit', 'Send a test', 'Delete…'])
      expect(await page.getByRole('main').getByText(control, { exact: true }).count()).toBe(0);
    for (const place of ['/console/templates/new', `${path}/edit`]) {
      await page.goto(`${stage().base}${place}`);
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    }
    expect([refused, complaints]).toEqual([[], []]);
    await close();
  };
}
