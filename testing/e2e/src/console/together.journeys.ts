import { inChromium } from '../access/chromium';
import { connectPhone, freshNumber } from '../messages/shop';
import { findingsOf } from './accessibility';
import type { ConsoleStage } from './console-stage';

/** Several people, and the provider's window, around one account. */
export function together(stage: () => ConsoleStage): void {
  inChromium('show an answer to whoever is writing another one', async () => {
    const { accountId, email } = await stage().newcomer();
    const { stack } = stage();
    const client = stack.typedClient(await stack.admin.createApiKey(accountId));
    const { number } = await connectPhone(stack, client);
    const customer = freshNumber();
    await stack.sandbox.write(customer, { to: number, text: 'Do you deliver?' });
    const [ada, bea] = await Promise.all([
      stage().openAs(email, 'desktop-light'),
      stage().openAs(await stage().person(accountId, 'agent'), 'phone-dark'),
    ]);
    for (const { page } of [ada, bea]) await page.getByRole('link', { name: /Do you deliver/ }).click();
    await bea.page.getByLabel('Write a message').fill('I will look');
    await ada.page.getByLabel('Write a message').fill('Yes, on Mondays.');
    await ada.page.keyboard.press('Enter');
    await bea.page.getByText('has answered meanwhile: Yes, on Mondays.').waitFor();
    expect(await findingsOf(bea.page)).toEqual([]);
    // Whoever sent it is not told of it.
    await ada.page.getByLabel('Write a message').fill('And');
    expect(await ada.page.getByText('has answered meanwhile').count()).toBe(0);
    expect(await stage().textsAt(customer)).toEqual(['Yes, on Mondays.']);
    expect([...ada.complaints, ...bea.complaints]).toEqual([]);
    await Promise.all([ada.close(), bea.close()]);
  });

  inChromium("lead through the provider's sign-up back to the channels", async () => {
    const { email } = await stage().newcomer();
    const { page, complaints, close } = await stage().openAs(email, 'desktop-light', 'channels');
    await page.getByRole('button', { name: 'Connect a number' }).click();
    await page.getByText('Only here').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go to the sign-up' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Connect number' }).click();
    const popup = await opened;
    await popup.getByLabel('Number').fill(freshNumber());
    await popup.waitForLoadState();
    await popup.getByRole('button', { name: 'Finish' }).click();
    await page.waitForURL(/\/console\/channels\?session_id=/);
    await page.getByText('is connected.').waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL(/\/console\/channels$/);
    expect(complaints).toEqual([]);
    await close();
  });
}
