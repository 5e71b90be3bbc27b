import { CallbackReceiver } from '../testing/callback-receiver';
import { TestBusiness } from '../testing/test-business';
import type { TestEngine } from '../testing/test-engine';
import { TestSandbox } from '../testing/test-sandbox';

const BUSINESS = '4915100000001';
const USER_ID = /^\d+@lid$/;

let sandbox: TestSandbox;
let credentials: string;
let engine: TestEngine;
let nextPerson = 4915100002000;
let nextId = 0;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
  credentials = await sandbox.link(BUSINESS);
});

beforeEach(async () => {
  engine = await sandbox.logIn(credentials);
});

afterEach(() => engine.vanish());

afterAll(() => sandbox.stop());

/** Returns a number that no other test uses. */
function somebody(): string {
  nextPerson += 1;
  return String(nextPerson);
}

/** Sends a text. @returns the code of the refusal; null when it is accepted. */
async function sendTo(to: string, text = 'hello'): Promise<number | null> {
  nextId += 1;
  const id = `S${nextId}`;
  engine.say({ type: 'send', id, reference: String(nextId), to, text });
  const answered = await engine.nextOf(
    (message) => (message.type === 'ack' || message.type === 'nack') && message.id === id,
    `the answer to ${id}`,
  );
  return answered.type === 'nack' ? answered.code : null;
}

/** The person writes. @returns the message as the business's device gets it. */
async function hearFrom(person: string, message: object = { text: 'hi' }) {
  const { body } = await sandbox.call('POST', `/phones/${person}/messages`, { to: BUSINESS, ...message });
  const heard = await engine.nextOf(
    ({ type, ...members }) => type === 'message' && 'id' in members && members.id === body.chat_message_id,
    `the message of ${person}`,
  );
  if (heard.type !== 'message') throw new Error('The network sent something else.');
  engine.say({ type: 'received', deliveries: [heard.delivery] });
  return heard;
}

async function lookUp(...phones: string[]) {
  engine.say({ type: 'look_up', id: '1', phones });
  return (await engine.next('found')).people;
}

async function textsOf(person: string): Promise<unknown[]> {
  const { body } = await sandbox.call('GET', `/phones/${person}/messages`);
  return (body.messages as { text: string }[]).map(({ text }) => text);
}

/** Returns a person whom the network knows under another spelling of the number. */
async function respelled(): Promise<{ dialled: string; registered: string }> {
  const [dialled, registered] = [somebody(), somebody()];
  await sandbox.call('PUT', `/phones/${dialled}`, { name: 'Bia', registered_as: registered });
  return { dialled, registered };
}

describe('a number that the network spells otherwise', () => {
  it('is found by either spelling, under that of the network', async () => {
    const { dialled, registered } = await respelled();
    expect(await lookUp(dialled, registered)).toEqual([
      { phone: dialled, address: registered, user_id: null },
      { phone: registered, address: registered, user_id: null },
    ]);
  });

  it('is reached only in the spelling of the network, and either shows what the person got', async () => {
    const { dialled, registered } = await respelled();
    expect(await sendTo(dialled, 'lost')).toBe(404);
    expect(await sendTo(registered, 'arrives')).toBeNull();
    expect(await textsOf(dialled)).toEqual(['arrives']);
    expect(await textsOf(registered)).toEqual(['arrives']);
  });

  it('writes under the spelling of the network', async () => {
    const { dialled, registered } = await respelled();
    expect(await hearFrom(dialled)).toMatchObject({ from: registered, push_name: 'Bia' });
  });

  it('gets no pairing code unless it is spelled as by the network', async () => {
    const { dialled, registered } = await respelled();
    const waiting = await sandbox.connect(null);
    await waiting.next('qr');
    waiting.say({ type: 'request_pairing_code', phone: dialled });
    expect(await waiting.next('pairing_refused')).toMatchObject({ message: expect.any(String) as string });
    waiting.say({ type: 'request_pairing_code', phone: registered });
    const { code } = await waiting.next('pairing_code');
    const answer = await sandbox.call('POST', `/phones/${dialled}/link`, { pairing_code: code });
    expect(answer.body).toMatchObject({ phone: { digits: registered, linked_devices: 1 } });
  });

  it('is so after a restart too, until it is taken back', async () => {
    const { dialled, registered } = await respelled();
    await sandbox.restart();
    engine = await sandbox.logIn(credentials);
    expect(await sendTo(dialled)).toBe(404);
    await sandbox.call('PUT', `/phones/${dialled}`, { registered_as: null });
    expect(await sendTo(dialled)).toBeNull();
    expect(await lookUp(dialled, registered)).toMatchObject([{ address: dialled }, { address: registered }]);
  });

  it('is listed once', async () => {
    const { dialled, registered } = await respelled();
    const { phones } = (await sandbox.call('GET', '/phones')).body as { phones: { digits: string }[] };
    expect(phones.filter(({ digits }) => [dialled, registered].includes(digits))).toMatchObject([
      { digits: registered, name: 'Bia', other_spellings: [dialled] },
    ]);
  });

  it('cannot be that of another spelling, nor of a phone with linked devices', async () => {
    const { dialled, registered } = await respelled();
    const spell = async (digits: string, spelling: string) =>
      (await sandbox.call('PUT', `/phones/${digits}`, { registered_as: spelling })).status;
    expect(await spell(somebody(), dialled)).toBe(409);
    expect(await spell(registered, somebody())).toBe(409);
    expect(await spell(BUSINESS, somebody())).toBe(409);
  });
});

describe('a number that is not on the network', () => {
  it('is not found, not reached and gets no pairing code, until it is registered', async () => {
    const nobody = somebody();
    await sandbox.call('PUT', `/phones/${nobody}`, { registered: false });
    expect(await lookUp(nobody)).toEqual([{ phone: nobody, address: null, user_id: null }]);
    expect(await sendTo(nobody)).toBe(404);
    const waiting = await sandbox.connect(null);
    await waiting.next('qr');
    waiting.say({ type: 'request_pairing_code', phone: nobody });
    await waiting.next('pairing_refused');
    waiting.vanish();
    await sandbox.call('PUT', `/phones/${nobody}`, { registered: true });
    expect(await sendTo(nobody)).toBeNull();
  });
});

describe('a person who hides the number', () => {
  it('writes under a user id, which does not tell the number and never changes', async () => {
    const person = somebody();
    await sandbox.call('PUT', `/phones/${person}`, { hidden: true });
    const first = await hearFrom(person);
    expect(first).toMatchObject({
      from: null,
      from_id: expect.stringMatching(USER_ID) as string,
      push_name: null,
    });
    expect(JSON.stringify(first)).not.toContain(person);
    await sandbox.restart();
    engine = await sandbox.logIn(credentials);
    expect((await hearFrom(person)).from_id).toBe(first.from_id);
  });

  it('is reached by the user id, and by the number for those who know it', async () => {
    const person = somebody();
    await sandbox.call('PUT', `/phones/${person}`, { hidden: true, name: 'Kim' });
    const { from_id: userId, push_name: name } = await hearFrom(person);
    expect(name).toBe('Kim');
    expect(await sendTo(userId!, 'to the id')).toBeNull();
    expect(await sendTo(person, 'to the number')).toBeNull();
    expect(await textsOf(person)).toEqual(['to the id', 'to the number']);
    expect(await lookUp(person)).toEqual([{ phone: person, address: person, user_id: userId }]);
  });

  it('is named both ways once the number is shown again', async () => {
    const person = somebody();
    await sandbox.call('PUT', `/phones/${person}`, { hidden: true });
    const { from_id: userId } = await hearFrom(person);
    await sandbox.call('PUT', `/phones/${person}`, { hidden: false });
    expect(await hearFrom(person)).toMatchObject({ from: person, from_id: userId });
  });

  it('has a user id only if the number was ever hidden; an unknown one reaches nobody', async () => {
    expect(await hearFrom(somebody())).not.toHaveProperty('from_id');
    expect(await sendTo('123456789012345@lid')).toBe(404);
  });
});

describe('the same people on the cloud', () => {
  let receiver: CallbackReceiver;
  let business: TestBusiness;

  beforeAll(async () => {
    receiver = await CallbackReceiver.start();
    await sandbox.stop();
    sandbox = await TestSandbox.start({ SANDBOX_CALLBACK_URL: receiver.url });
    credentials = await sandbox.link(BUSINESS);
    business = await TestBusiness.create(sandbox, '4915100000601');
  });

  afterAll(() => receiver.stop());

  it('are known under the spelling of the network', async () => {
    const { dialled, registered } = await respelled();
    const wamid = await business.hearFrom(dialled, { text: 'hi' });
    const { value } = await receiver.waitFor(
      ({ value: { messages = [] } }) => (messages as { id: string }[]).some(({ id }) => id === wamid),
      'the message',
    );
    expect(value).toMatchObject({ contacts: [{ wa_id: registered }], messages: [{ from: registered }] });
    const answer = await business.send(dialled, { type: 'text', text: { body: 'one' } });
    expect(answer.body).toMatchObject({ contacts: [{ input: `+${dialled}`, wa_id: registered }] });
    await business.sendText(registered, 'two');
    expect(await textsOf(dialled)).toEqual(['one', 'two']);
  });

  it('get nothing if their number is not on the network', async () => {
    const nobody = somebody();
    await business.hearFrom(nobody, { text: 'hi' });
    await sandbox.call('PUT', `/phones/${nobody}`, { registered: false });
    const wamid = await business.sendText(nobody);
    expect((await receiver.status(wamid, 'failed'))['errors']).toMatchObject([{ code: 131026 }]);
    expect(await textsOf(nobody)).toEqual([]);
  });
});
