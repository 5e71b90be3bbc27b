import { CallbackReceiver } from '../testing/callback-receiver';
import { errorOf, TestBusiness, wamidOf } from '../testing/test-business';
import { TestSandbox } from '../testing/test-sandbox';

const BUSINESS = '4915100000401';
const CUSTOMER = '4915100000402';

let receiver: CallbackReceiver;
let sandbox: TestSandbox;
let business: TestBusiness;

beforeAll(async () => {
  receiver = await CallbackReceiver.start();
  sandbox = await TestSandbox.start({
    SANDBOX_CALLBACK_URL: receiver.url,
  });
  business = await TestBusiness.create(sandbox, BUSINESS);
});

afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const text = { type: 'text', text: { body: 'hello' } };

describe('an error in the answer', () => {
  /** The rows of the reference that a send may get: code, HTTP status, part of the message. */
  it.each([
    [0, 401, 'authenticate'],
    [1, 400, 'server error'],
    [2, 503, 'temporarily unavailable'],
    [3, 500, 'Capability'],
    [4, 400, 'request limit'],
    [10, 403, 'Permission'],
    [17, 400, 'request limit'],
    [33, 400, 'not valid'],
    [100, 400, 'Invalid parameter'],
    [190, 401, 'access token'],
    [200, 403, 'Permission'],
    [299, 403, 'Permission'],
    [368, 403, 'policies'],
    [613, 400, 'rate limit'],
    [803, 404, 'aliases'],
    [32, 400, 'request limit'],
    [341, 400, 'Application limit'],
    [80007, 400, 'Rate limit'],
    [80008, 400, 'too many calls'],
    [130429, 400, 'Rate limit hit'],
    [130472, 400, 'experiment'],
    [130497, 403, 'country'],
    [131000, 500, 'Something went wrong'],
    [131005, 403, 'Access denied'],
    [131008, 400, 'missing'],
    [131009, 400, 'not valid'],
    [131016, 500, 'unavailable'],
    [131021, 400, 'sender'],
    [131026, 400, 'undeliverable'],
    [131030, 400, 'allowed list'],
    [131031, 403, 'locked'],
    [131037, 400, 'display name'],
    [131042, 400, 'payment'],
    [131044, 400, 'payment'],
    [131045, 500, 'certificate'],
    [131047, 400, 'Re-engagement'],
    [131048, 400, 'Spam'],
    [131049, 400, 'healthy ecosystem'],
    [131050, 400, 'stop receiving marketing'],
    [131051, 400, 'Unsupported'],
    [131052, 400, 'download'],
    [131053, 400, 'upload'],
    [131055, 400, 'not allowed'],
    [131056, 400, 'pair rate limit'],
    [131057, 500, 'maintenance'],
    [131062, 400, 'user id'],
    [131063, 400, 'Marketing'],
    [131064, 400, 'limit'],
    [132000, 400, 'Number of parameters'],
    [132001, 404, 'does not exist'],
    [132005, 400, 'too long'],
    [132007, 400, 'policy'],
    [132008, 400, 'match'],
    [132012, 400, 'format'],
    [132015, 400, 'paused'],
    [132016, 400, 'disabled'],
    [132018, 400, 'parameters'],
    [132068, 400, 'blocked'],
    [132069, 400, 'throttled'],
    [133000, 500, 'Deregistration'],
    [133004, 503, 'Unavailable'],
    [133010, 400, 'not registered'],
    [134011, 400, 'terms'],
    [134100, 400, 'marketing'],
    [134101, 400, 'syncing'],
    [134102, 400, 'unavailable'],
    [135000, 400, 'Generic'],
    [137000, 400, 'identity'],
  ])('%i is answered with HTTP %i, and nothing is accepted', async (code, status, words) => {
    const reference = String(code + 500_000);
    await sandbox.call('PUT', '/faults', { match: { reference }, mode: 'error', code });
    const answer = await business.send(CUSTOMER, { ...text, biz_opaque_callback_data: reference });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: {
        message: expect.stringContaining(`(#${code})`) as string,
        type: code === 803 ? 'GraphMethodException' : 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details: expect.stringMatching(/./) as string },
        ...(code === 190 && { error_subcode: 467 }),
        ...(code === 80008 && { error_subcode: 2494055, is_transient: true }),
        fbtrace_id: expect.stringMatching(/^A/) as string,
      },
    });
    expect(errorOf(answer).message).toContain(words);
    expect(await sandbox.sends(reference)).toEqual([]);
  });
});

describe('an error in a status', () => {
  it.each([
    130429, 130472, 130497, 131000, 131026, 131031, 131042, 131047, 131048, 131049, 131050, 131051, 131052,
    131053, 131056, 131064, 137000, 368,
  ])('%i follows an acceptance, in the format of callbacks', async (code) => {
    const digits = await business.newPerson();
    await sandbox.call('PUT', '/faults', { match: { to: digits }, mode: 'late_status', code, delay_ms: 0 });
    const answer = await business.send(digits, text);
    expect(answer.status).toBe(200);
    const status = await receiver.status(wamidOf(answer), 'failed');
    expect(status['errors']).toEqual([
      {
        code,
        title: expect.stringMatching(/./) as string,
        message: expect.stringMatching(/./) as string,
        error_data: { details: expect.stringMatching(/./) as string },
        href: expect.stringContaining('error-codes') as string,
      },
    ]);
    const [error] = status['errors'] as { title: string; message: string }[];
    expect(error!.title).toBe(error!.message);
    expect(status).not.toHaveProperty('pricing');
    const seen = (await sandbox.call('GET', `/phones/${digits}/messages`)).body['messages'];
    expect(seen).toEqual([]);
  });
});
