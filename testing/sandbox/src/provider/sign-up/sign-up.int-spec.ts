import { TestSandbox } from '../../testing/test-sandbox';

describe('the sign-up of the sandbox', () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await TestSandbox.start();
  });

  afterAll(() => sandbox.stop());

  const signUp = (number: string, coexistence?: boolean) =>
    sandbox.call('POST', '/cloud/sign-ups', { number, coexistence });
  const statusOf = async (digits: string) => {
    const { body } = await sandbox.call('GET', '/cloud/numbers');
    const numbers = body['numbers'] as { digits: string; registered: boolean; coexistence: boolean }[];
    const { registered, coexistence } = numbers.find((number) => number.digits === digits)!;
    return { registered, coexistence };
  };

  it.each([
    ['/en_US/sdk.js', 'text/javascript; charset=utf-8'],
    ['/sign-up?client_id=9', 'text/html; charset=utf-8'],
    ['/sign-up.js', 'text/javascript; charset=utf-8'],
    ['/sign-up.css', 'text/css; charset=utf-8'],
  ])('serves %s', async (path, type) => {
    const answer = await fetch(sandbox.url + path);
    expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      status: 200,
      type,
    });
  });

  it('onboards a new number, which still needs a registration, and one of the business app, which does not', async () => {
    const { status, body } = await signUp('493040000001');
    expect(status).toBe(201);
    expect(body).toEqual({
      code: expect.stringMatching(/^AQ/) as string,
      session: {
        type: 'WA_EMBEDDED_SIGNUP',
        event: 'FINISH',
        version: '3',
        data: {
          waba_id: expect.any(String) as string,
          phone_number_id: expect.any(String) as string,
          business_id: expect.any(String) as string,
        },
      },
    });
    expect(await statusOf('493040000001')).toEqual({ registered: false, coexistence: false });
    const inApp = await signUp('493040000002', true);
    expect(inApp.body['session']).toMatchObject({
      event: 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
      data: { waba_id: expect.any(String) as string },
    });
    expect(await statusOf('493040000002')).toEqual({ registered: true, coexistence: true });
  });

  it('does not change the registration of a known number', async () => {
    await sandbox.call('PUT', '/cloud/numbers/493040000003', {});
    await signUp('493040000003');
    expect((await statusOf('493040000003')).registered).toBe(true);
  });

  it.each(['', '12', 'abc'])('refuses %j as a number', async (number) => {
    expect((await signUp(number)).status).toBe(422);
  });
});
