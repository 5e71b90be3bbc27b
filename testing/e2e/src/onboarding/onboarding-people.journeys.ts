import { inChromium } from '../access/chromium';
import { newNumber, PASSWORD, type OnboardingStage } from './onboarding-stage';
import { keep } from '../access/visitor';

/** What people do on the pages, or read there, in Chromium. Skipped where no Chromium is installed. */
export function peopleInOnboarding(stage: () => OnboardingStage): void {
  inChromium('shows a link of another account to nobody, and lets the right person in', async () => {
    const [owner, stranger] = [await stage().business('Buchladen Ott'), await stage().business('Fremde')];
    const session = await stage().start(owner);
    const { page, complaints, close } = await stage().visitor('phone-light');
    const answered = page.waitForResponse(session.hosted_url);
    await stage().enter(page, session, stranger);
    await answered;
    await page.getByRole('heading', { name: 'This link belongs to another account' }).waitFor();
    expect((await page.reload())?.status()).toBe(403);
    expect(await page.content()).not.toContain('Buchladen');
    await keep(page, 'onboarding-other-account-phone-light');
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByLabel('E-mail address').fill(owner.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect a number to Buchladen Ott' }).waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  inChromium('blocks after ten wrong passwords, but not the person at another address', async () => {
    const business = await stage().business('Fahrschule Lenz');
    const session = await stage().start(business);
    const { page, close } = await stage().visitor('phone-dark');
    await page.goto(session.hosted_url);
    // What the browser would post. A browser takes seconds to show a page on a busy machine, and attempts expire.
    const action = await page.locator('form').getAttribute('action');
    const form = await page.evaluate<Record<string, string>>(
      `Object.fromEntries(new FormData(document.querySelector('form')))`,
    );
    const guess = async () => {
      const posted = { ...form, email: business.email, password: `wrong password ${statuses.length}` };
      return (await page.request.post(new URL(action!, page.url()).href, { form: posted })).status();
    };
    const statuses: number[] = [];
    // Each gateway counts ten of its own.
    const most = 30 * stage().gateways;
    while (statuses.at(-1) !== 429 && statuses.length < most) statuses.push(await guess());
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.at(-1)).toBe(429);
    await page.getByLabel('E-mail address').fill(business.email);
    await page.getByLabel('Password').fill('another wrong password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Too many failed sign-in attempts').waitFor();
    await keep(page, 'onboarding-too-many-attempts-phone-dark');
    const other = await stage().visitor();
    await stage().enter(other.page, session, business);
    await Promise.all([close(), other.close()]);
  });

  inChromium('handles a double click, reloads and the back button', async () => {
    const business = await stage().business('Gärtnerei Moos', { account_limit: 1 });
    const session = await stage().start(business);
    const { page, close } = await stage().visitor();
    await stage().enter(page, session, business);
    await page.reload();
    let windows = 0;
    page.on('popup', () => (windows += 1));
    const connect = page.getByRole('button', { name: 'Connect number' });
    const popup = await stage().openSignUp(page, () => connect.dblclick());
    await popup.getByLabel('Number').fill(newNumber());
    await stage().leaveBy(popup, 'Finish', { isDouble: true });
    const answer = await stage().back(page);
    expect(windows).toBe(1);
    await page.goBack();
    expect(await stage().back(page)).toEqual(answer);
    await page.goto(session.hosted_url);
    expect(await stage().back(page)).toEqual(answer);
    await close();
  });

  inChromium('says what to do when the provider’s script is blocked', async () => {
    const business = await stage().business('Ohne Skript');
    const session = await stage().start(business);
    const { page, close } = await stage().visitor('phone-light');
    await page.route('**/sdk.js', (route) => route.abort());
    await stage().enter(page, session, business);
    await page.getByRole('alert').getByText('did not load').waitFor();
    await keep(page, 'onboarding-no-script-phone-light');
    await close();
  });

  inChromium('ignores forged values from the browser', async () => {
    const [business, victim] = [await stage().business('Eigene'), await stage().business('Fremde Nummer')];
    const foreign = newNumber();
    const victimSession = await stage().start(victim);
    const first = await stage().visitor();
    await stage().enter(first.page, victimSession, victim);
    await stage().signUp(first.page, foreign);
    await stage().back(first.page);
    const { phone_number_id, waba_id } = await stage().sandbox('PUT', `/cloud/numbers/${foreign}`);

    const session = await stage().start(business);
    const { page, close } = await stage().visitor();
    await stage().enter(page, session, business);
    const number = newNumber();
    const { code } = await stage().sandbox('POST', '/cloud/sign-ups', { number });
    await stage().postMadeUp(page, { outcome: 'finished', code, waba_id, phone_number_id });
    expect((await stage().back(page)).status).toBe('completed');
    expect((await stage().read(business, session)).device?.phone_number).toBe(number);

    const replay = await stage().start(business);
    await page.goto(replay.hosted_url);
    await stage().postMadeUp(page, { outcome: 'finished', code });
    await page.getByRole('alert').getByText('already finished').waitFor();
    await keep(page, 'onboarding-replayed-desktop-light');
    expect((await stage().read(business, replay)).status).toBe('pending');
    await Promise.all([first.close(), close()]);
  });

  inChromium('gives everything that a screen reader reads a name and a role', async () => {
    const business = await stage().business('Vorlesen & Söhne');
    const session = await stage().start(business);
    const { page, close } = await stage().visitor();
    await stage().enter(page, session, business);
    await page.getByRole('button', { name: 'Connect number', disabled: false }).waitFor();
    expect((await page.locator('main').ariaSnapshot()).split('\n').map((line) => line.trim())).toEqual([
      '- main:',
      '- heading "Connect a number to Vorlesen & Söhne" [level=1]',
      '- paragraph:',
      '- text: Signed in as',
      `- strong: ${business.email}`,
      '- text: of Vorlesen & Söhne',
      '- button "Use another account"',
      expect.stringMatching(/^- paragraph: .*in a separate window/),
      '- paragraph:',
      '- text: Afterward, you return to',
      `- strong: ${new URL(stage().returnUrl).host}`,
      '- text: .',
      '- button "Connect number"',
    ]);
    await close();
  });
}
