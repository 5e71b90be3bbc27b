import { until } from '@chat/test-kit';
import { CallbackReceiver } from '../../testing/callback-receiver';
import { errorOf, TestBusiness, wamidOf } from '../../testing/test-business';
import { TestSandbox } from '../../testing/test-sandbox';

const BUSINESS = '4915100000501';
const CUSTOMER = '4915100000502';

let receiver: CallbackReceiver;
let sandbox: TestSandbox;
let business: TestBusiness;
/** Not an ending that causes a fault. */
let next = 30_200;

beforeAll(async () => {
  receiver = await CallbackReceiver.start();
  sandbox = await TestSandbox.start({ SANDBOX_CALLBACK_URL: receiver.url, SANDBOX_PAIR_BURST: '0' });
  business = await TestBusiness.create(sandbox, BUSINESS);
  await business.hearFrom(CUSTOMER);
});

afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const newPhone = (ending = '') => `49152${(next += 1)}${ending}`;
const text = { type: 'text', text: { body: 'hello' } };
const statusesOf = (wamid: string) =>
  receiver.reported('messages', 'statuses').filter((status) => status['id'] === wamid);
describe('the last digits of a number', () => {
  it.each([
    ['0047', 131047],
    ['0042', 131042],
    ['0049', 131049],
    ['0050', 131050],
    ['0026', 131026],
  ])('%s accept and then fail with %i', async (ending, code) => {
    const answer = await business.send(newPhone(ending), text);
    expect((await receiver.status(wamidOf(answer), 'failed'))['errors']).toMatchObject([{ code }]);
  });

  it.each([
    ['1047', 131047, 400],
    ['1042', 131042, 400],
    ['0056', 131056, 400],
    ['0190', 190, 401],
    ['0500', 131000, 500],
  ])('%s refuse with %i', async (ending, code, status) => {
    const answer = await business.send(newPhone(ending), text);
    expect({ code: errorOf(answer).code, status: answer.status }).toEqual({ code, status });
  });

  it('0429 refuse two attempts of a send and accept the third', async () => {
    const phone = newPhone('0429');
    const attempt = async () =>
      (await business.send(phone, { ...text, biz_opaque_callback_data: '901' })).status;
    expect([await attempt(), await attempt(), await attempt()]).toEqual([400, 400, 200]);
    expect(await sandbox.sends('901')).toHaveLength(1);
  });

  it('0998 accept and break the connection; the status settles the send', async () => {
    const send = business.send(newPhone('0998'), { ...text, biz_opaque_callback_data: '902' });
    await expect(send).rejects.toThrow('fetch failed');
    expect(await sandbox.sends('902')).toHaveLength(1);
    await until(
      () =>
        receiver
          .reported('messages', 'statuses')
          .some((status) => status['biz_opaque_callback_data'] === '902'),
      { describe: 'the status of a send without an answer' },
    );
  });

  it('0999 accept and never answer', async () => {
    const hangUp = new AbortController();
    const send = fetch(`${sandbox.url}/v23.0/${business.phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${business.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        to: `+${newPhone('0999')}`,
        biz_opaque_callback_data: '903',
        ...text,
      }),
      signal: hangUp.signal,
    }).then(
      () => 'answered',
      () => 'hung up',
    );
    await until(
      () =>
        receiver
          .reported('messages', 'statuses')
          .some((status) => status['biz_opaque_callback_data'] === '903'),
      { describe: 'the status of a send that is not answered' },
    );
    expect(await sandbox.sends('903')).toHaveLength(1);
    expect(await Promise.race([send, Promise.resolve('still waiting')])).toBe('still waiting');
    hangUp.abort();
    expect(await send).toBe('hung up');
  });
});

describe('a fault put by a control call', () => {
  const sendWith = async (fault: object, reference: string) => {
    await sandbox.call('PUT', '/faults', { match: { reference }, ...fault });
    return business.send(CUSTOMER, { ...text, biz_opaque_callback_data: reference });
  };

  it('reset_before_accept accepts nothing', async () => {
    await expect(sendWith({ mode: 'reset_before_accept' }, '911')).rejects.toThrow('fetch failed');
    expect(await sandbox.sends('911')).toEqual([]);
  });

  it('accept_then_reset accepts and breaks the connection', async () => {
    await expect(sendWith({ mode: 'accept_then_reset' }, '912')).rejects.toThrow('fetch failed');
    expect(await sandbox.sends('912')).toHaveLength(1);
  });

  it('duplicate_status reports every status twice', async () => {
    const wamid = wamidOf(await sendWith({ mode: 'duplicate_status' }, '913'));
    await until(() => statusesOf(wamid).length === 4, { describe: 'four statuses' });
    expect(
      statusesOf(wamid)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['delivered', 'delivered', 'sent', 'sent']);
  });

  it('error with attempts refuses that many attempts of each matching send', async () => {
    const fault = { mode: 'error', code: 131016, attempts: 2, times: 1 };
    const statuses = [(await sendWith(fault, '914')).status];
    for (let again = 0; again < 2; again += 1) {
      statuses.push((await business.send(CUSTOMER, { ...text, biz_opaque_callback_data: '914' })).status);
    }
    expect(statuses).toEqual([500, 500, 200]);
  });
});
