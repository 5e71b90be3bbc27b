import { inChromium } from '../access/chromium';
import { keep } from '../access/visitor';
import { connectCloud, control } from '../cloud/cloud-shop';
import { freshNumber } from '../messages/shop';
import type { ConsoleStage } from './console-stage';

/** A number of the business app, as people see it. */
export function coexistence(stage: () => ConsoleStage): void {
  inChromium(
    'shows how far the messages of the business app are copied, from the first moment on',
    async () => {
      const { accountId, email } = await stage().newcomer();
      const { stack } = stage();
      const [digits, writer] = [freshNumber(), freshNumber()];
      const number = await stack.sandbox.putNumber(digits, { coexistence: true });
      const message = { from_me: false, text: 'From long ago', sent_at: new Date(Date.now() - 3_600_000) };
      await control(stack, 'POST', `/cloud/numbers/${digits}/sync`, {
        threads: [{ phone: writer, messages: [message] }],
      });
      const { page, complaints, close } = await stage().openAs(email, 'desktop-light', 'channels');
      try {
        await control(stack, 'PUT', '/cloud/callbacks', { hold: true });
        await connectCloud(stack, accountId, number, { coexistence: true });
        const progress = page.getByRole('progressbar', {
          name: 'Messages of the business app are being copied',
        });
        await progress.waitFor();
        await keep(page, 'console-copying');
        await control(stack, 'PUT', '/cloud/callbacks', { hold: false });
        await progress.waitFor({ state: 'detached' });
      } finally {
        await control(stack, 'PUT', '/cloud/callbacks', { hold: false });
      }
      await page.getByRole('link', { name: 'Inbox' }).first().click();
      await page.getByRole('link', { name: /From long ago/ }).click();
      await page.getByRole('region', { name: 'Messages' }).getByText('From long ago').waitFor();
      expect(complaints).toEqual([]);
      await close();
    },
  );
}
