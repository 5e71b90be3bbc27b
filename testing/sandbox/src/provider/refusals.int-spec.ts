import { errorOf, TestBusiness, type GraphAnswer } from '../testing/test-business';
import { TestSandbox } from '../testing/test-sandbox';

const BUSINESS = '4915100000401';
const CUSTOMER = '4915100000402';

let sandbox: TestSandbox;
let business: TestBusiness;
/** Not an ending that causes a fault. */
let next = 30_200;

beforeAll(async () => {
  sandbox = await TestSandbox.start({
    SANDBOX_TEMPLATE_LIMIT: '20',
    SANDBOX_PAIR_BURST: '3',
    SANDBOX_PAIR_SECONDS: '1000',
    SANDBOX_COEXISTENCE_PER_SECOND: '2',
  });
  business = await TestBusiness.create(sandbox, BUSINESS);
});

afterAll(() => sandbox.stop());

const text = { type: 'text', text: { body: 'hello' } };

describe('the provider refuses', () => {
  interface Cause {
    code: number;
    status: number;
    subcode?: number;
    run: () => Promise<GraphAnswer>;
  }
  const body = (words: string, example?: string[]) => ({
    type: 'BODY',
    text: words,
    ...(example && { example: { body_text: [example] } }),
  });
  /** A new business, for cases that change it permanently. */
  const fresh = () => TestBusiness.create(sandbox, `49152000${(next += 1)}`);
  const createTemplate = (components: object[], more: object = {}, owner = business) =>
    owner.call('POST', `/${owner.wabaId}/message_templates`, {
      name: `t_${(next += 1)}_slow`,
      language: 'en_US',
      category: 'UTILITY',
      components,
      ...more,
    });
  const register = async (...pins: string[]) => {
    const owner = await fresh();
    const answers: GraphAnswer[] = [];
    for (const pin of pins) {
      const body = { messaging_product: 'whatsapp', pin };
      answers.push(await owner.call('POST', `/${owner.phoneNumberId}/register`, body));
    }
    return answers.at(-1)!;
  };
  const post = (more: object, owner = business) =>
    owner.call('POST', `/${owner.phoneNumberId}/messages`, {
      messaging_product: 'whatsapp',
      to: `+${CUSTOMER}`,
      ...more,
    });
  /** Returns the answer to a send after this event of the business. */
  const sendAfter = async (event: string) => {
    const owner = await fresh();
    await sandbox.call('POST', `/cloud/numbers/${owner.digits}/events`, { event });
    return post(text, owner);
  };
  const repeat = async (times: number, run: () => Promise<GraphAnswer>) => {
    for (let count = 1; count < times; count += 1) await run();
    return run();
  };
  const withTemplate = async (status: string, run: (name: string) => Promise<GraphAnswer>) => {
    const name = `s_${(next += 1)}_slow`;
    const components = [body('Hello {{1}}, how are you?', ['Ana'])];
    const { body: created } = await createTemplate(components, { name });
    await sandbox.call('PUT', `/templates/${String(created['id'])}`, { status });
    return run(name);
  };
  const sendTemplate = (name: string, values: string[], language = 'en_US') =>
    post({
      type: 'template',
      template: {
        name,
        language: { code: language },
        components: [{ type: 'body', parameters: values.map((value) => ({ type: 'text', text: value })) }],
      },
    });

  const causes: Record<string, Cause> = {
    'no token': {
      code: 104,
      status: 401,
      run: () => business.call('GET', '/1', undefined, { authorization: '' }),
    },
    'an unknown token': {
      code: 190,
      status: 401,
      subcode: 467,
      run: () =>
        business.call('GET', `/${business.phoneNumberId}`, undefined, { authorization: 'Bearer EAAnobody' }),
    },
    'a wrong proof of the app secret': {
      code: 100,
      status: 400,
      run: () => business.call('GET', `/${business.phoneNumberId}?appsecret_proof=00`),
    },
    'an unknown object': {
      code: 100,
      status: 400,
      subcode: 33,
      run: () => business.call('GET', '/299999999999999'),
    },
    "another business' number": {
      code: 100,
      status: 400,
      subcode: 33,
      run: async () => {
        const other = await TestBusiness.create(sandbox, '4915100000499');
        return business.call('POST', `/${other.phoneNumberId}/messages`, { messaging_product: 'whatsapp' });
      },
    },
    'no product': { code: 100, status: 400, run: () => post({ messaging_product: undefined, ...text }) },
    'a broken body': {
      code: 100,
      status: 400,
      run: () =>
        business.call('POST', `/${business.phoneNumberId}/messages`, Buffer.from('{'), {
          'content-type': 'application/json',
        }),
    },
    'no recipient': { code: 131008, status: 400, run: () => post({ to: undefined, ...text }) },
    'no text': { code: 131008, status: 400, run: () => post({ type: 'text' }) },
    'a text that is too long': {
      code: 131009,
      status: 400,
      run: () => post({ type: 'text', text: { body: 'a'.repeat(4_097) } }),
    },
    'an unknown type': { code: 100, status: 400, run: () => post({ type: 'telegram', telegram: {} }) },
    'an unknown member': {
      code: 100,
      status: 400,
      run: () => post({ type: 'text', text: { body: 'a', bold: true } }),
    },
    'a recipient that is no number': { code: 131009, status: 400, run: () => post({ to: 'Ana', ...text }) },
    'the sender as the recipient': {
      code: 131021,
      status: 400,
      run: () => post({ to: `+${BUSINESS}`, ...text }),
    },
    'missing media': {
      code: 100,
      status: 400,
      run: () => post({ type: 'image', image: { id: '400000000000000' } }),
    },
    'a missing quoted message': {
      code: 131009,
      status: 400,
      run: () => post({ ...text, context: { message_id: 'wamid.none' } }),
    },
    'a missing message to mark as read': {
      code: 131009,
      status: 400,
      run: () => post({ to: undefined, status: 'read', message_id: 'wamid.none' }),
    },
    'too high a rate to one person': {
      code: 131056,
      status: 400,
      run: async () => {
        const digits = await business.newPerson();
        return repeat(4, () => business.send(digits, text));
      },
    },
    'too high a rate of a number': {
      code: 130429,
      status: 400,
      run: async () => {
        const slow = await TestBusiness.create(sandbox, '4915100000498', { coexistence: true });
        // So many that even after a pause of several seconds the last ones exceed the rate.
        const people = Array.from({ length: 20 }, () => `49153000${(next += 1)}`);
        const answers = await Promise.all(people.map((digits) => slow.send(digits, text)));
        return answers.find(({ status }) => status !== 200)!;
      },
    },
    'a missing template': { code: 132001, status: 404, run: () => sendTemplate('nothing', []) },
    'a template of another language': {
      code: 132001,
      status: 404,
      run: () => withTemplate('APPROVED', (name) => sendTemplate(name, ['Ana'], 'en')),
    },
    'a template that waits for its review': {
      code: 132001,
      status: 404,
      run: () => withTemplate('PENDING', (name) => sendTemplate(name, ['Ana'])),
    },
    'too few parameters': {
      code: 132000,
      status: 400,
      run: () => withTemplate('APPROVED', (name) => sendTemplate(name, [])),
    },
    'a parameter with a new line': {
      code: 132018,
      status: 400,
      run: () => withTemplate('APPROVED', (name) => sendTemplate(name, ['a\nb'])),
    },
    'a text that becomes too long': {
      code: 132005,
      status: 400,
      run: () => withTemplate('APPROVED', (name) => sendTemplate(name, ['a'.repeat(1_020)])),
    },
    'a paused template': {
      code: 132015,
      status: 400,
      run: () => withTemplate('PAUSED', (name) => sendTemplate(name, ['Ana'])),
    },
    'a disabled template': {
      code: 132016,
      status: 400,
      run: () => withTemplate('DISABLED', (name) => sendTemplate(name, ['Ana'])),
    },
    'a body that is too long': {
      code: 100,
      status: 400,
      subcode: 2388040,
      run: () => createTemplate([body('a'.repeat(1_025))]),
    },
    'a header with an emoji': {
      code: 100,
      status: 400,
      subcode: 2388047,
      run: () => createTemplate([{ type: 'HEADER', format: 'TEXT', text: 'Hi 👋' }, body('Hello.')]),
    },
    'no body': {
      code: 100,
      status: 400,
      subcode: 2388072,
      run: () => createTemplate([{ type: 'FOOTER', text: 'Bye.' }]),
    },
    'a footer with a variable': {
      code: 100,
      status: 400,
      subcode: 2388073,
      run: () => createTemplate([body('Hello.'), { type: 'FOOTER', text: 'Bye {{1}}.' }]),
    },
    'too many variables': {
      code: 100,
      status: 400,
      subcode: 2388293,
      run: () => createTemplate([body('So {{1}} {{2}} it', ['a', 'b'])]),
    },
    'a variable at the end': {
      code: 100,
      status: 400,
      subcode: 2388299,
      run: () => createTemplate([body('Hello there, dear {{1}}', ['Ana'])]),
    },
    'a name that exists': {
      code: 100,
      status: 400,
      subcode: 2388024,
      run: () => repeat(2, () => createTemplate([body('Hello.')], { name: 'twice_slow' })),
    },
    'a name that was deleted': {
      code: 100,
      status: 400,
      subcode: 2388023,
      run: () =>
        withTemplate('APPROVED', async (name) => {
          await business.call('DELETE', `/${business.wabaId}/message_templates?name=${name}`);
          return createTemplate([body('Hello.')], { name });
        }),
    },
    'too many templates': {
      code: 100,
      status: 400,
      subcode: 2388019,
      run: async () => {
        const owner = await fresh();
        return repeat(21, () => createTemplate([body('Hello.')], {}, owner));
      },
    },
    'another PIN than the first': { code: 133005, status: 400, run: () => register('111111', '222222') },
    'the PIN 133006': { code: 133006, status: 400, run: () => register('133006') },
    'the PIN 133008': { code: 133008, status: 400, run: () => register('133008') },
    'the PIN 133009': { code: 133009, status: 400, run: () => register('133009') },
    'the PIN 133015': { code: 133015, status: 400, run: () => register('133015') },
    'ten wrong PINs before the right one': {
      code: 133016,
      status: 400,
      run: () => register('111111', ...Array<string>(10).fill('333333'), '111111'),
    },
    'a number that is not registered': {
      code: 133010,
      status: 400,
      run: async () => {
        const owner = await fresh();
        await owner.call('POST', `/${owner.phoneNumberId}/deregister`);
        return post(text, owner);
      },
    },
    'a restricted account': { code: 131031, status: 403, run: () => sendAfter('account_restricted') },
    'a number that was removed': {
      code: 100,
      status: 400,
      subcode: 33,
      run: () => sendAfter('number_removed'),
    },
    'an invalidated token': { code: 190, status: 401, subcode: 467, run: () => sendAfter('token_invalid') },
  };

  it.each(Object.entries(causes))('%s, with its code', async (_, { code, status, subcode, run }) => {
    const answer = await run();
    const { code: actual, error_subcode: actualSubcode } = errorOf(answer);
    expect({ code: actual, subcode: actualSubcode, status: answer.status }).toEqual({
      code,
      subcode,
      status,
    });
  });

  it('until a removed number is put again; its token is then valid again', async () => {
    const owner = await fresh();
    await sandbox.call('POST', `/cloud/numbers/${owner.digits}/events`, { event: 'number_removed' });
    await sandbox.call('PUT', `/cloud/numbers/${owner.digits}`, {});
    expect((await post(text, owner)).status).toBe(200);
  });

  it('until a business is reconnected; its token is then valid again', async () => {
    const owner = await fresh();
    for (const event of ['token_invalid', 'number_removed', 'account_restricted', 'account_reconnected']) {
      await sandbox.call('POST', `/cloud/numbers/${owner.digits}/events`, { event });
    }
    expect((await post(text, owner)).status).toBe(200);
  });
});
