import { inChromium, untilFocused } from '../access/chromium';
import { newNumber, PASSWORD, type OnboardingStage } from './onboarding-stage';
import { keep, looks } from '../access/visitor';

const PIN = '739201';

/** The paths from the link to the end of a session, in Chromium. Skipped where no Chromium is installed. */
export function endsOfOnboarding(stage: () => OnboardingStage): void {
  inChromium.each(looks)('leads from the link to the client with the keyboard alone (%s)', async (look) => {
    const mode = look.startsWith('phone') ? 'coexistence' : 'cloud';
    const business = await stage().business('Blumen Weber');
    const session = await stage().start(business, { mode });
    const { page, complaints, close } = await stage().visitor(look);
    await page.goto(session.hosted_url);
    await untilFocused(page, 'E-mail address');
    await page.keyboard.type(business.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connect a number to Blumen Weber' }).waitFor();
    await keep(page, `onboarding-${look}`);
    const connect = page.getByRole('button', { name: 'Connect number', disabled: false });
    await connect.waitFor();
    for (const name of ['Use another account', 'Connect number']) {
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').innerText()).toBe(name);
    }
    const popup = await stage().openSignUp(page, () => page.keyboard.press('Enter'));
    await untilFocused(popup, 'Number');
    await popup.screenshot({ path: `${__dirname}/../../dist/screenshots/sandbox-sign-up-${look}.png` });
    const number = newNumber();
    await popup.keyboard.type(number);
    await stage().leave(popup, popup.keyboard.press('Enter'));
    const answer = await stage().back(page);
    const { device, ...read } = await stage().read(business, session);
    expect(answer).toEqual({
      session_id: session.session_id,
      status: 'completed',
      state: 'mine',
      device_id: String(device?.id),
    });
    expect(read).toMatchObject({ mode, status: 'completed' });
    expect(device).toMatchObject({ phone_number: number, connection_status: 'connected', origin: 'cloud' });
    expect(complaints).toEqual([]);
    await close();
  });

  // Since June 2026, tokens of the sign-up have a permission for events instead of the one for management.
  inChromium.each([
    ['for events', ['whatsapp_business_manage_events', 'whatsapp_business_messaging', 'public_profile']],
    ['for events alone', ['whatsapp_business_manage_events']],
    ['for management', ['whatsapp_business_management', 'whatsapp_business_messaging']],
    ['that name no account', ['public_profile']],
  ])('connects a number whose token has permissions %s', async (_, scopes) => {
    const business = await stage().business('Neue Rechte');
    const number = newNumber();
    await stage().sandbox('PUT', `/cloud/numbers/${number}`, { token_scopes: scopes });
    const session = await stage().start(business);
    const { page, complaints, close } = await stage().visitor();
    await stage().enter(page, session, business);
    await stage().signUp(page, number);
    const answer = await stage().back(page);
    const { status, device } = await stage().read(business, session);
    expect(answer).toMatchObject({ status: 'completed', device_id: String(device?.id) });
    expect({ status, device }).toMatchObject({
      status: 'completed',
      device: { phone_number: number, connection_status: 'connected' },
    });
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium('allows another attempt after Cancel, and after the window was closed', async () => {
    const business = await stage().business('Café Kranz');
    const session = await stage().start(business);
    const { page, complaints, close } = await stage().visitor('phone-light');
    await stage().enter(page, session, business);
    const popup = await stage().openSignUp(page);
    await stage().leaveBy(popup, 'Cancel');
    await page.getByRole('alert').getByText('Nothing was connected').waitFor();
    await keep(page, 'onboarding-cancelled-phone-light');
    await (await stage().openSignUp(page)).close();
    await page.getByRole('alert').getByText('Nothing was connected').waitFor();
    expect((await stage().read(business, session)).status).toBe('pending');
    await stage().signUp(page, newNumber());
    expect((await stage().back(page)).status).toBe('completed');
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium('returns with the error when the provider fails the sign-up', async () => {
    const business = await stage().business('Radhaus');
    const session = await stage().start(business, { state: undefined });
    const { page, complaints, close } = await stage().visitor();
    await stage().enter(page, session, business);
    const popup = await stage().openSignUp(page);
    await stage().leaveBy(popup, 'Fail');
    expect(await stage().back(page)).toEqual({ session_id: session.session_id, status: 'failed' });
    expect(await stage().read(business, session)).toMatchObject({
      status: 'failed',
      error: { code: 'sign_up_failed' },
    });
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium('asks for the PIN of a number that has one', async () => {
    const business = await stage().business('Optik Sander');
    const number = newNumber();
    await stage().lockWithPin(number, PIN);
    const session = await stage().start(business);
    const { page, complaints, close } = await stage().visitor('phone-dark');
    await stage().enter(page, session, business);
    await stage().signUp(page, number);
    await page.getByRole('heading', { name: 'Enter the PIN for your number' }).waitFor();
    await keep(page, 'onboarding-pin-phone-dark');
    await page.getByLabel('Six-digit PIN').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('You can try 2 more times').waitFor();
    await keep(page, 'onboarding-pin-wrong-phone-dark');
    await page.getByLabel('Six-digit PIN').fill(PIN);
    await page.keyboard.press('Enter');
    expect((await stage().back(page)).status).toBe('completed');
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium('fails after three wrong PINs, with nothing left of the number', async () => {
    const business = await stage().business('Tischlerei Holm');
    const number = newNumber();
    await stage().lockWithPin(number, PIN);
    const session = await stage().start(business);
    const { page, close } = await stage().visitor();
    await stage().enter(page, session, business);
    await stage().signUp(page, number);
    for (const left of ['3 more times', '2 more times', 'one more time']) {
      if (!left.startsWith('3')) await page.getByText(left).waitFor();
      await page.getByLabel('Six-digit PIN').fill('000000');
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    expect((await stage().back(page)).status).toBe('failed');
    expect((await stage().read(business, session)).error?.code).toBe('wrong_pin');
    expect(await stage().devices(business)).toEqual([]);
    await close();
  });

  inChromium('creates one channel when two tabs finish', async () => {
    const business = await stage().business('Zwei Tabs', { account_limit: 1 });
    const session = await stage().start(business);
    const { page, close } = await stage().visitor();
    await stage().enter(page, session, business);
    const second = await page.context().newPage();
    await second.goto(session.hosted_url);
    const tabs = [page, second];
    const popups = [];
    for (const tab of tabs) {
      await tab.bringToFront();
      popups.push(await stage().openSignUp(tab));
    }
    for (const popup of popups) {
      await popup.getByLabel('Number').fill(newNumber());
      await stage().leaveBy(popup, 'Finish');
    }
    const answers = [];
    for (const tab of tabs) answers.push(await stage().back(tab));
    expect(answers[0]).toEqual(answers[1]);
    expect(await stage().devices(business)).toHaveLength(1);
    await close();
  });

  inChromium('gives the last slot to one of two sessions', async () => {
    const business = await stage().business('Letzter Platz', { account_limit: 1 });
    const sessions = [await stage().start(business), await stage().start(business)];
    const visitors = [await stage().visitor(), await stage().visitor()];
    for (const [index, { page }] of visitors.entries()) await stage().enter(page, sessions[index]!, business);
    const popups = [];
    for (const { page } of visitors) popups.push(await stage().openSignUp(page));
    for (const popup of popups) await popup.getByLabel('Number').fill(newNumber());
    await Promise.all(popups.map((popup) => stage().leaveBy(popup, 'Finish')));
    const answers = await Promise.all(visitors.map(({ page }) => stage().back(page)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['completed', 'failed']);
    const failed = sessions[answers.findIndex(({ status }) => status === 'failed')]!;
    expect((await stage().read(business, failed)).error?.code).toBe('limit_reached');
    await Promise.all(visitors.map(({ close }) => close()));
  });

  inChromium('says that the session expired, and still connects a number that was on its way', async () => {
    const business = await stage().business('Spätkauf');
    const [late, over] = [await stage().start(business), await stage().start(business)];
    const { page, close } = await stage().visitor();
    await stage().enter(page, over, business);
    await stage().expire(over);
    await page.reload();
    expect(await stage().back(page)).toEqual({
      session_id: over.session_id,
      status: 'expired',
      state: 'mine',
    });
    await page.goto(late.hosted_url);
    const popup = await stage().openSignUp(page);
    await stage().expire(late);
    expect((await stage().read(business, late)).status).toBe('expired');
    await popup.getByLabel('Number').fill(newNumber());
    await stage().leaveBy(popup, 'Finish');
    const answer = await stage().back(page);
    const { status, device } = await stage().untilStatus(business, late, 'completed');
    expect(answer).toMatchObject({ status, device_id: String(device?.id) });
    await close();
  });
}
