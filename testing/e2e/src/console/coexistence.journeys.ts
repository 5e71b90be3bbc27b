import { inChromium } from '../access/chromium';
import { keep } from '../access/visitor';
import { connectCloud, control, deliverCallbacks } from '../cloud/cloud-shop';
import { freshNumber } from '../messages/shop';
import type { ConsoleStage } from './console-stage';

/** Numbers of the business app, as people see them. */
export function coexistence(stage: () => ConsoleStage): void {
  /** Connects a number that shares this, while somebody looks at the channels. */
  const connect = async (accountId: number, shared: object) => {
    const { stack } = stage();
    const digits = freshNumber();
    const number = await stack.sandbox.putNumber(digits, { coexistence: true });
    await control(stack, 'POST', `/cloud/numbers/${digits}/sync`, shared);
    await connectCloud(stack, accountId, number, { coexistence: true });
  };

  inChromium('their messages are copied in front of whoever connects them', async () => {
    const { accountId, email } = await stage().newcomer();
    const hold = (isHeld: boolean) => deliverCallbacks(stage().stack, { hold: isHeld });
    const { page, complaints, close } = await stage().openAs(email, 'desktop-light', 'channels');
    const message = { from_me: false, text: 'From long ago', sent_at: new Date(Date.now() - 3_600_000) };
    const name = 'Messages of the business app are being copied';
    const progress = page.getByRole('progressbar', { name });
    await hold(true);
    try {
      await connect(accountId, { threads: [{ phone: freshNumber(), messages: [message] }] });
      await progress.waitFor();
      await keep(page, 'console-copying');
    } finally {
      await hold(false);
    }
    await progress.waitFor({ state: 'detached' });
    await connect(accountId, { history_declined: true });
    await page.getByText('The business does not share its earlier messages.').waitFor();
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await page.getByRole('link', { name: /From long ago/ }).click();
    await page.getByRole('region', { name: 'Messages' }).getByText('From long ago').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
}
