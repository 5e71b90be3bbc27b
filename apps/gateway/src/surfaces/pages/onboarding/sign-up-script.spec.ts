import { createContext, runInContext } from 'node:vm';
import { messageSource, signUpHeaders } from './sign-up-policy';
import { signUpScript } from './sign-up-script';

const REAL = 'https://www.facebook.com';
const SANDBOX = 'http://127.0.0.1:3100';

/** The page in a browser, whose person has opened the sign-up; the SDK never answers. */
function openedPage(messageOrigin: string) {
  const listeners = new Map<string, (event: unknown) => void>();
  const element = () => ({
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    focus: () => undefined,
    dataset: {},
  });
  const fields = Object.fromEntries(
    ['outcome', 'code', 'waba_id', 'phone_number_id'].map((name) => [name, { value: '' }]),
  );
  const submitted: object[] = [];
  const form = {
    ...element(),
    dataset: { extras: '{}', ...messageSource({ message_origin: messageOrigin }) },
    elements: fields,
    submit: () =>
      submitted.push(Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))),
  };
  const byId: Record<string, object> = {
    'sign-up': form,
    connect: element(),
    notice: element(),
    sdk: element(),
  };
  const window: { fbAsyncInit?: () => void } = {};
  const context = createContext({
    window,
    document: { getElementById: (id: string) => byId[id] },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    setTimeout: () => 0,
    FB: { init: () => undefined, login: () => undefined },
  });
  runInContext(signUpScript, context);
  window.fbAsyncInit!();
  listeners.get('click')!({});
  const failed = { type: 'WA_EMBEDDED_SIGNUP', event: 'CANCEL', data: { error_id: '1' } };
  return {
    submitted,
    hears: (origin: string) => listeners.get('message')!({ origin, data: JSON.stringify(failed) }),
  };
}

describe('the page of the sign-up', () => {
  it.each([
    [REAL, REAL],
    [REAL, 'https://business.facebook.com'],
    [REAL, 'https://web.facebook.com'],
    [REAL, 'https://m.facebook.com'],
    [SANDBOX, SANDBOX],
  ])('of %s believes %s', (messageOrigin, origin) => {
    const page = openedPage(messageOrigin);
    page.hears(origin);
    expect(page.submitted).toEqual([expect.objectContaining({ outcome: 'failed' })]);
  });

  it.each([
    [REAL, 'http://www.facebook.com'],
    [REAL, 'https://facebook.com.example.com'],
    [REAL, 'https://notfacebook.com'],
    [REAL, 'https://www.facebook.com:8443'],
    [REAL, 'null'],
    [SANDBOX, 'http://127.0.0.1:3101'],
    [SANDBOX, REAL],
  ])('of %s does not believe %s', (messageOrigin, origin) => {
    const page = openedPage(messageOrigin);
    page.hears(origin);
    expect(page.submitted).toEqual([]);
  });

  it('tells the provider its origin, by which it knows the app, and not the session', () => {
    const settings = { sdk_url: 'https://connect.facebook.net/en_US/sdk.js', message_origin: REAL };
    const headers = signUpHeaders({
      ...settings,
      app_id: '1',
      config_id: '2',
      graph_version: 'v23.0',
      extras: {},
    });
    expect(headers['referrer-policy']).toBe('strict-origin');
  });
});
