import type { RequestContext } from '@chat/contracts';
import {
  contactCreated,
  contactDeleted,
  deleteContact,
  resolveContact,
  type CreateContact,
} from '@chat/contracts/crm';
import { refusal } from '@chat/test-kit';
import { CrmUnderTest } from '../testing/crm-under-test';

let crm: CrmUnderTest;

beforeAll(async () => {
  crm = await CrmUnderTest.start();
});

afterAll(() => crm.stop());

describe('creating a contact', () => {
  it('answers the contact and publishes it', async () => {
    const account = crm.newAccount();
    const body = { firstname: 'Ana', lastname: 'Núñez', mobile_code: '34', mobile: '612345678' };
    const contact = await crm.create(account, body);

    expect(contact).toEqual({
      ...body,
      id: expect.any(Number) as number,
      phone: '34612345678',
      marketing_opted_out: false,
      created_at: expect.stringMatching(/\.\d{3}\+00:00$/) as string,
      updated_at: contact.created_at,
    });
    const event = await crm.bus.nextEvent(contactCreated, ({ data }) => data.contact.id === contact.id);
    expect(event).toMatchObject({
      accountid: String(account.account.id),
      subject: `contacts/${contact.id}`,
      entityversion: 1,
      data: { contact },
    });
  });

  it.each([
    ['Latin with combining marks', 'A\u0301na\u0308'],
    ['Cyrillic', 'Мария'],
    ['Chinese', '欧阳小明'],
    ['Arabic', 'محمد'],
    ['Hebrew with points', 'שָׁלוֹם'],
    ['Devanagari', 'हिन्दी'],
    ['Thai', 'สมชาย'],
    ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
    ['100 code points beyond 16 bits', '𝒜'.repeat(100)],
    ['what SQL and patterns use', `100%_\\'";--`],
  ])('keeps names as they came: %s', async (_, name) => {
    const account = crm.newAccount();
    const { id } = await crm.create(account, { firstname: name, lastname: name });

    const { contact } = await crm.bus.request(resolveContact, { body: { contact_id: id } }, account);
    expect(contact).toMatchObject({ firstname: name, lastname: name });
    expect(await crm.search(account, name)).toEqual([id]);
  });

  it('adds each of many numbers once, although each comes twice at the same time', async () => {
    const account = crm.newAccount();
    const mobiles = Array.from({ length: 80 }, () => crm.newMobile());
    const results = await Promise.allSettled(
      mobiles.flatMap((mobile) => [crm.create(account, { mobile }), crm.create(account, { mobile })]),
    );
    const created = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason as object);

    expect(created.map(({ mobile }) => mobile).sort()).toEqual([...mobiles].sort());
    expect(refused).toHaveLength(80);
    refused.forEach((error) => expect(error).toMatchObject({ code: 'duplicate_contact' }));
    const { pagination } = await crm.list(account);
    expect(pagination.total).toBe(80);
    for (const { id } of created) {
      await crm.bus.nextEvent(contactCreated, ({ data }) => data.contact.id === id);
    }
    expect(
      crm.bus.events(contactCreated).filter(({ accountid }) => accountid === String(account.account.id)),
    ).toHaveLength(80);
  });

  it('adds the others where Postgres refuses one that came at the same time', async () => {
    const account = crm.newAccount();
    const spoilt = crm.create(account, { firstname: 'half of a pair: \ud800' });
    const others = Array.from({ length: 10 }, () => crm.create(account));

    expect(await refusal(spoilt)).toMatchObject({ code: 'server_error' });
    const ids = (await Promise.all(others)).map(({ id }) => id);
    expect(new Set((await crm.list(account)).contacts.map(({ id }) => id))).toEqual(new Set(ids));
  });

  it.each([
    ['too short', '1', '2025'],
    ['too long', '1', '202555012345'],
    ['of no country', '999', '2025550123'],
    ['behind a dial code that starts with 0', '0049', '15112345678'],
    ['behind a dial code with an area code', '1202', '5550123'],
    ['behind two trunk prefixes', '44', '007911123456'],
  ])('refuses a number that is %s', async (_, mobile_code, mobile) => {
    const request = crm.create(crm.newAccount(), { mobile_code, mobile });
    expect((await refusal(request)).code).toBe('invalid_phone');
  });

  it.each([
    ['Benin before its renumbering', '229', '97112233'],
    ['Ivory Coast before its renumbering', '225', '07112233'],
    ['a plan that nobody knows yet', '1', '20255501234'],
  ])(
    'takes a number of %s once it wrote to the account, and not for others',
    async (_, mobile_code, mobile) => {
      const account = crm.newAccount();
      const phone = mobile_code + mobile;
      const create = (context: RequestContext) => crm.create(context, { mobile_code, mobile });
      expect((await refusal(create(account))).code).toBe('invalid_phone');

      crm.writers.add(`${account.account.id}/${phone}`);
      const contact = await create(account);
      expect(contact).toMatchObject({ mobile_code, mobile, phone });
      expect(await refusal(create(account))).toMatchObject({
        code: 'duplicate_contact',
        contact_id: contact.id,
      });
      expect(await crm.search(account, `+${phone}`)).toEqual([contact.id]);
      expect((await refusal(create(crm.newAccount()))).code).toBe('invalid_phone');
    },
  );

  it.each([undefined, null, '', '   '])('takes the last name %j as none', async (lastname) => {
    const body = { lastname } as Partial<CreateContact>;
    expect(await crm.create(crm.newAccount(), body)).toMatchObject({ lastname: null });
  });

  it.each([
    ['firstname', ''],
    ['firstname', 'x'.repeat(101)],
    ['lastname', 'x'.repeat(101)],
    ['mobile_code', '+1'],
    ['mobile', '202 555 0123'],
  ])('refuses %s %j, naming it', async (member, value) => {
    const { code, errors } = await refusal(crm.create(crm.newAccount(), { [member]: value }));
    expect({ code, members: Object.keys(errors ?? {}) }).toEqual({
      code: 'validation_error',
      members: [member],
    });
  });

  it.each([
    ['a trunk prefix', ['44', '7911123456'], ['44', '07911123456']],
    ['a trunk prefix that was abolished', ['52', '0445512345678'], ['52', '5512345678']],
    ['the Brazilian ninth digit', ['55', '11987654321'], ['55', '1187654321']],
    ['the Argentine 9', ['54', '1123456789'], ['54', '91123456789']],
    ['the Mexican 1', ['52', '15512345678'], ['52', '5512345678']],
  ])('knows a number again by %s', async (_, [code, mobile], [otherCode, otherMobile]) => {
    const account = crm.newAccount();
    const { id } = await crm.create(account, { mobile_code: code!, mobile: mobile! });

    const again = crm.create(account, { mobile_code: otherCode!, mobile: otherMobile! });
    expect(await refusal(again)).toMatchObject({ code: 'duplicate_contact', contact_id: id });
    await expect(
      crm.create(crm.newAccount(), { mobile_code: code!, mobile: mobile! }),
    ).resolves.toBeDefined();
  });

  it.each([
    ['44', '07911123456', '447911123456'],
    ['49', '015112345678', '4915112345678'],
    ['7', '89161234567', '79161234567'],
    ['36', '06301234567', '36301234567'],
    ['39', '0612345678', '390612345678'],
    ['54', '0111523456789', '5491123456789'],
    ['52', '15512345678', '5215512345678'],
  ])('keeps %s and %s as given, and has the phone %s', async (mobile_code, mobile, phone) => {
    const account = crm.newAccount();
    const contact = await crm.create(account, { mobile_code, mobile });
    expect(contact).toMatchObject({ mobile_code, mobile, phone });
    expect((await crm.list(account)).contacts).toEqual([contact]);
    const event = await crm.bus.nextEvent(contactCreated, ({ data }) => data.contact.id === contact.id);
    expect(event.data.contact.phone).toBe(phone);

    await crm.bus.request(deleteContact, { params: { id: contact.id } }, account);
    const deleted = await crm.bus.nextEvent(contactDeleted, ({ data }) => data.contact_id === contact.id);
    expect(deleted.data.phone).toBe(phone);
  });

  it('gives a number to one of 200 that ask for it at once', async () => {
    const account = crm.newAccount();
    const mobile = crm.newMobile();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        crm.create(account, { mobile }).then(
          () => 'created',
          (error: { code: string }) => error.code,
        ),
      ),
    );

    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate_contact')).toHaveLength(199);
    const events = await crm.query('SELECT 1 FROM crm.outbox WHERE account_id = $1', [account.account.id]);
    expect(events).toHaveLength(1);
  });
});
