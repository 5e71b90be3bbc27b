import type { Locator, Page } from 'playwright-core';
import { until } from '@chat/test-kit';
import { inChromium, untilFocused } from '../access/chromium';
import { freshCustomer, openCloudShop } from '../cloud/cloud-shop';
import { connectPhone, freshNumber } from '../messages/shop';
import { keep } from '../access/visitor';
import { findingsOf } from './accessibility';
import type { ConsoleStage } from './console-stage';

/** What people send besides words and files, on both kinds of channel. */
export function sends(stage: () => ConsoleStage): void {
  const attach = async (page: Page, kind: string) => {
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
  };

  inChromium('spoken notes, places and contacts on a phone, who sees that somebody types', async () => {
    const { accountId, email } = await stage().newcomer();
    const { stack } = stage();
    const client = stack.typedClient(await stack.admin.createApiKey(accountId));
    const { number } = await connectPhone(stack, client);
    await client.createContact({
      firstname: 'Mara',
      lastname: 'Beispiel',
      mobile_code: '49',
      mobile: '15110',
    });
    const customer = freshNumber();
    await stack.sandbox.write(customer, { to: number, text: 'Where are you?' });
    await stack.sandbox.write(freshNumber(), { to: number, text: 'Hello' });
    const { page, complaints, close } = await stage().openAs(email, 'desktop-light');
    const open = (last: RegExp) => page.getByRole('link', { name: last }).click();
    await open(/Where are you/);

    await page.getByLabel('Write a message').pressSequentially('We');
    await until(async () => (await stack.sandbox.typing(customer)).includes(number), {
      describe: 'the customer to see somebody type',
    });
    await page.getByLabel('Write a message').fill('');

    // By keyboard and by mouse, which finds it answered already.
    for (const choose of [(one: Locator) => one.press('Enter'), (one: Locator) => one.click()]) {
      await choose(page.getByRole('button', { name: 'Actions for this message' }));
      await choose(page.getByRole('menuitem', { name: 'Answer' }));
      await page.getByRole('menu').waitFor({ state: 'detached' });
      // A menu gives the focus back a frame after it is gone.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await untilFocused(page, 'Write a message');
    }
    await page.getByRole('button', { name: 'Do not answer this message' }).click();
    await untilFocused(page, 'Write a message');

    // What cannot be sent stays in the field, or comes back to it.
    const field = page.getByLabel('Write a message');
    await field.fill('a'.repeat(4_097));
    await field.press('Enter');
    await page.getByText('This text has 4,097 characters. At most 4,096 can be sent.').first().waitFor();
    expect(await field.inputValue()).toHaveLength(4_097);
    const empty = { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) };
    await page.locator('input[type=file]').setInputFiles(empty);
    await page.getByText('empty.pdf is empty.').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ ...empty, name: 'a.pdf', buffer: Buffer.from('a') });
    await page.getByRole('button', { name: 'Remove a.pdf' }).click();
    await untilFocused(page, 'Write a message');
    const refusal = { ok: false, error: { code: 'validation_error', message: 'No.' }, meta: {} };
    await page.route('**/console/api/messages', (route) => route.fulfill({ status: 422, json: refusal }), {
      times: 1,
    });
    await field.fill('Refused');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Edit' }).click();
    await untilFocused(page, 'Write a message');
    expect(await field.inputValue()).toBe('Refused');
    await field.fill('');

    await page.getByRole('button', { name: 'Record a voice note' }).click();
    await page.getByText('0:01').waitFor();
    await page.getByRole('button', { name: 'Discard the voice note' }).click();
    await untilFocused(page, 'Write a message');
    await page.getByRole('button', { name: 'Record a voice note' }).click();
    await page.getByText('0:01').waitFor();
    await open(/Hello/);
    await page.getByText('The voice note is kept').waitFor();
    await open(/Where are you/);
    await field.press('Enter');
    await page.getByRole('button', { name: 'Record a voice note' }).click();
    await page.getByText('0:01').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send the voice note' }).click();
    await untilFocused(page, 'Write a message');
    const note = { type: 'audio', media: { ptt: true, mime_type: 'audio/ogg; codecs=opus' } };
    expect(await stage().received(customer, 2)).toMatchObject([note, note]);
    const player = page.locator('audio').last();
    await player.waitFor();
    const desktop = page.viewportSize()!;
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ ...desktop, width });
      await keep(page, `console-voice-note-${width}`, { fullPage: false });
      // Without room for its button, Chromium shows none.
      expect((await player.boundingBox())!.width).toBeGreaterThan(200);
    }
    await page.setViewportSize(desktop);

    await attach(page, 'Location');
    await page.getByLabel('Place', { exact: true }).fill('somewhere');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText('Enter coordinates, or the address of a map.').waitFor();
    expect(await findingsOf(page)).toEqual([]);
    const here = { latitude: -33.8688, longitude: 151.2093 };
    await page.context().setGeolocation(here);
    await page.getByRole('button', { name: 'Where I am' }).click();
    await page.getByText('Your browser does not tell where you are.').waitFor();
    await page.context().grantPermissions(['geolocation', 'microphone']);
    await page.getByRole('button', { name: 'Where I am' }).click();
    const found = () => page.getByLabel('Place', { exact: true }).inputValue();
    await until(async () => (await found()) === `${here.latitude}, ${here.longitude}`, {
      describe: 'the place where the browser is',
    });
    await page
      .getByLabel('Place', { exact: true })
      .fill('https://www.openstreetmap.org/#map=17/52.52/13.405');
    await page.getByLabel('Name of the place').fill('Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await stage().received(customer, 3);

    await attach(page, 'Contact');
    await page.getByRole('button', { name: /Mara Beispiel/ }).click();
    const [, , place, card] = await stage().received(customer, 4);
    expect(place).toMatchObject({
      type: 'location',
      location: { latitude: 52.52, longitude: 13.405, name: 'Shop' },
    });
    expect(card).toMatchObject({ type: 'contacts' });

    // Each is there once, as a message and not as something on its way.
    const thread = page.getByRole('region', { name: 'Messages' });
    await thread.getByText('Mara Beispiel').waitFor();
    await until(async () => (await thread.getByText('Sending').count()) === 0, {
      describe: 'all to be sent',
    });
    expect(await thread.getByRole('article').count()).toBe(5);
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium("kept buttons and lists, and products, on the provider's cloud", async () => {
    const { stack } = stage();
    const shop = await openCloudShop(stack);
    const customer = await freshCustomer(stack, shop);
    const scopes = ['assets:read', 'assets:write'];
    const editor = stack.typedClient(await stack.admin.createApiKey(shop.accountId, { scopes }));
    await editor.createCtaUrl({
      ...{ name: 'Spring', body: 'Have a look.' },
      ...{ display_text: 'Open', url: 'https://shop.example.com' },
    });
    await editor.createInteractiveList({
      ...{ name: 'Days', body: 'Which day?', button: 'Choose' },
      sections: [{ rows: [{ id: 'mo', title: 'Monday' }] }],
    });
    const { page, complaints, close } = await stage().openAs(
      await stage().person(shop.accountId, 'developer'),
      'phone-dark',
    );
    await page.getByRole('link', { name: /Are you open/ }).click();
    await page.getByLabel('Write a message').waitFor();
    // The provider takes no voice notes from the cloud.
    expect(await page.getByRole('button', { name: 'Record a voice note' }).count()).toBe(0);
    await attach(page, 'Button or list');
    await page.getByRole('button', { name: /Spring/ }).waitFor();
    await keep(page, 'console-kept-messages', { fullPage: false });
    expect(await findingsOf(page)).toEqual([]);
    await page.getByRole('button', { name: /Spring/ }).click();
    await attach(page, 'Button or list');
    await page.getByRole('button', { name: /Days/ }).click();
    await attach(page, 'Product');
    await page.getByLabel('Catalog').fill('538213901');
    await page.getByRole('textbox', { name: 'Product' }).fill('rose-12');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    const received = await stage().received(customer, 3);
    expect(received.map(({ type }) => type)).toEqual(['interactive', 'interactive', 'interactive']);
    expect(received.map(({ interactive }) => interactive)).toMatchObject([
      { type: 'cta_url' },
      { type: 'list' },
      { type: 'product' },
    ]);
    expect(complaints).toEqual([]);
    await Promise.all([close(), shop.receiver.stop()]);
  });
}
