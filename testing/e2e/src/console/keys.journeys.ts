import { inChromium } from '../access/chromium';
import { keep } from '../access/visitor';
import { findingsOf } from './accessibility';
import type { ConsoleStage } from './console-stage';
import { placesOf } from './forgotten';

/** Keys from their first minute to their end. */
export function keys(stage: () => ConsoleStage): void {
  inChromium(
    'are made, used from an own address, renewed and revoked, and their secret is seen once',
    async () => {
      const { email } = await stage().newcomer();
      const { page, complaints, close } = await stage().openAs(email, 'desktop-light', 'keys');
      const status = async (id: string, secret: string) =>
        (await stage().stack.client({ clientId: id, clientSecret: secret }).get('/v1/contacts')).status;
      const credential = async () => {
        const [id, secret] = await page.getByRole('alertdialog').locator('code').allInnerTexts();
        return { id: id!, secret: secret! };
      };
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('Shop');
      await page.getByText('See contacts').click();
      await page.getByText('Without an address, the key works from nowhere.').waitFor();
      await page.getByRole('button', { name: 'Add my address' }).click();
      await page.getByText('Without an address').waitFor({ state: 'detached' });
      await keep(page, 'console-new-key', { fullPage: false });
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Create the key' }).click();
      await page.getByText('Keep the secret now').waitFor();
      expect(await findingsOf(page)).toEqual([]);
      const first = await credential();
      expect(await status(first.id, first.secret)).toBe(200);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('1 permission', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Actions for Shop' }).click();
      await page.getByRole('menuitem', { name: 'New secret…' }).click();
      await page.getByRole('button', { name: 'Get a new secret' }).click();
      await page.getByText('Keep the secret now').waitFor();
      const second = await credential();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('The former secret works until').waitFor();
      expect(second.secret).not.toBe(first.secret);
      expect(await Promise.all([first, second].map(({ secret }) => status(first.id, secret)))).toEqual([
        200, 200,
      ]);
      const secrets = [first.secret, second.secret];
      expect(await placesOf(secrets, page, stage().stack)).toEqual([]);

      await page.getByRole('button', { name: 'Actions for Shop' }).click();
      await page.getByRole('menuitem', { name: 'Revoke…' }).click();
      await page.getByRole('button', { name: 'Revoke', exact: true }).click();
      await page.getByText('Revoked', { exact: true }).waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );

  inChromium('are no place for those who may have none', async () => {
    const { accountId } = await stage().newcomer();
    const { page, close } = await stage().openAs(await stage().person(accountId, 'agent'), 'desktop-dark');
    await page.getByRole('link', { name: 'Channels' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await page.goto(`${stage().base}/console/keys`);
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    await close();
  });
}
