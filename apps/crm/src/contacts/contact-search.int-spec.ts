import type { RequestContext } from '@chat/contracts';
import { refusal, until } from '@chat/test-kit';
import { CrmUnderTest } from '../testing/crm-under-test';

let crm: CrmUnderTest;

beforeAll(async () => {
  crm = await CrmUnderTest.start();
});

afterAll(() => crm.stop());

describe('searching contacts', () => {
  let account: RequestContext;
  const idOf = new Map<string, number>();

  beforeAll(async () => {
    account = crm.newAccount();
    for (const [firstname, lastname] of [
      ['José', 'García'],
      ['Zoë', "O'Neill"],
      ['Мария', 'Семёнова'],
      ['王', '小明'],
      ['محمد', 'أحمد'],
      ['Renée👍🏽', null],
      ['100%', 'a_b\\c'],
    ] as const) {
      const contact = await crm.create(account, { firstname, ...(lastname && { lastname }) });
      idOf.set(firstname, contact.id);
    }
    await crm.create(crm.newAccount(), { firstname: 'José', lastname: 'García' });
  });

  it.each([
    ['part of a first name', 'OS', 'José'],
    ['a first name without its accent', 'jose', 'José'],
    ['a last name in other case', 'GARCÍA', 'José'],
    ['the full name', 'jose garcia', 'José'],
    ['one character with a quote', "o'n", 'Zoë'],
    ['Cyrillic in other case', 'сЕМЕН', 'Мария'],
    ['one Chinese character', '王', '王'],
    ['two Chinese characters', '小明', '王'],
    ['Arabic without its hamza', 'احمد', 'محمد'],
    ['an emoji', '👍', 'Renée👍🏽'],
    ['a percent sign', '%', '100%'],
    ['an underscore', '_', '100%'],
    ['a backslash', '\\', '100%'],
    ['white space around it', '  zoe ', 'Zoë'],
  ])('finds by %s', async (_, search, firstname) => {
    expect(await crm.search(account, search)).toEqual([idOf.get(firstname)]);
  });

  it.each(['', '   ', '\t\u00a0'])('finds everybody by a blank, as %j', async (search) => {
    const { contacts, pagination } = await crm.list(account, { search });
    expect(contacts).toHaveLength(pagination.total!);
    expect(contacts.length).toBeGreaterThan(3);
  });

  it('takes 100 code points, and no more', async () => {
    expect(await crm.search(account, '👍'.repeat(100))).toEqual([]);
    expect(await refusal(crm.search(account, '👍'.repeat(101)))).toMatchObject({
      code: 'validation_error',
      errors: { search: ['search must be text of 1 to 100 characters.'] },
    });
  });

  describe('by number', () => {
    let people: RequestContext;
    const ids: Record<string, number> = {};

    /** Every second number as it is written within its country. */
    beforeAll(async () => {
      people = crm.newAccount();
      for (const [country, mobile_code, mobile] of [
        ['Germany', '49', '15112345678'],
        ['Britain', '44', '07911123456'],
        ['Brazil', '55', '11987654321'],
        ['Argentina', '54', '0111523456780'],
        ['Mexico', '52', '5512345699'],
        ['Russia', '7', '89161234567'],
        ['Italy', '39', '0612345670'],
        ['America', '1', '2025550123'],
      ] as const) {
        ids[country] = (await crm.create(people, { firstname: country, mobile_code, mobile })).id;
      }
      await crm.create(people, { firstname: 'Room 12-34', mobile: '2025559999' });
    });

    it.each([
      ['4915112345678', 'Germany'],
      ['+4915112345678', 'Germany'],
      ['+49 151 1234-5678', 'Germany'],
      ['+49 (0) 151 / 123 456 78', 'Germany'],
      ['0049 151 12345678', 'Germany'],
      ['011 49 151 12345678', 'Germany'],
      ['015112345678', 'Germany'],
      ['0151 12 34 56 78', 'Germany'],
      ['(0151) 12345678', 'Germany'],
      ['0151.1234.5678', 'Germany'],
      ['49 0151 12345678', 'Germany'],
      ['151\u00a01234\u20115678', 'Germany'],
      ['\u202a+49\u00a0151\u00a012345678\u202c', 'Germany'],
      ['tel:+49-151-12345678', 'Germany'],
      ['＋４９ １５１ １２３４５６７８', 'Germany'],
      ['٤٩١٥١١٢٣٤٥٦٧٨', 'Germany'],
      ['0151 123', 'Germany'],
      ['+49 151', 'Germany'],
      ['+49', 'Germany'],
      ['511234', 'Germany'],
      ['+44 7911 123456', 'Britain'],
      ['+44 (0)7911 123456', 'Britain'],
      ['+4407911123456', 'Britain'],
      ['07911 123456', 'Britain'],
      ['7911123456', 'Britain'],
      ['+55 11 98765-4321', 'Brazil'],
      ['+55 11 8765-4321', 'Brazil'],
      ['(11) 8765-4321', 'Brazil'],
      ['0 11 98765-4321', 'Brazil'],
      ['+54 9 11 2345 6780', 'Argentina'],
      ['+54 11 2345-6780', 'Argentina'],
      ['011 15-2345-6780', 'Argentina'],
      ['+52 1 55 1234 5699', 'Mexico'],
      ['+52 55 1234 5699', 'Mexico'],
      ['8 (916) 123-45-67', 'Russia'],
      ['+7 916 1234567', 'Russia'],
      ['+39 06 12345670', 'Italy'],
      ['06 1234 5670', 'Italy'],
      ['(202) 555-0123', 'America'],
      ['1-202-555-0123', 'America'],
    ])('%s finds the one in %s', async (search, country) => {
      expect(await crm.search(people, search)).toEqual([ids[country]]);
    });

    it.each(['+151', '+5678', '0000', '+', '00', '--', '+49 152', '0151 99', '5550124'])(
      '%s finds nobody',
      async (search) => expect(await crm.search(people, search)).toEqual([]),
    );

    it('also finds what only looks like one in a name', async () => {
      const [found] = (await crm.list(people, { search: '12-34' })).contacts;
      expect(found).toMatchObject({ firstname: 'Room 12-34' });
    });
  });

  it('finds by a plain apostrophe what has a typographic one, and the other way round', async () => {
    const other = crm.newAccount();
    const typographic = (await crm.create(other, { firstname: 'Shaun', lastname: 'O’Brien' })).id;
    const plain = (await crm.create(other, { firstname: 'Seán', lastname: "O'Brien" })).id;
    for (const search of ["o'brien", 'O’Brien', 'O‘BRIEN', 'O´Brien', 'Oʼbrien', 'o`brien']) {
      expect(await crm.search(other, search)).toEqual([plain, typographic]);
    }
  });

  it.each(['%%', '.*', "' OR 1=1 --", ':*', '&', '!', 'José  García2', 'x'.repeat(100), '👍'.repeat(100)])(
    'finds nobody by %j',
    async (search) => {
      expect(await crm.list(account, { search })).toMatchObject({ contacts: [], pagination: { total: 0 } });
    },
  );

  it('lists everybody when nothing is left to search for', async () => {
    expect(await crm.search(account, ' \u0301 ')).toHaveLength(idOf.size);
  });
});

describe('the contacts of release 0.2', () => {
  /** As its replicas write them: with the mobile number only, and with typographic marks. */
  const insertOld = (account: RequestContext, count: number, from = 0) =>
    crm.query(
      `INSERT INTO crm.contacts (account_id, firstname, lastname, mobile_code, mobile, national_number,
         canonical_phone, marketing_opted_out, search_text, version, created_at, updated_at)
       SELECT $1, 'Shaun', 'O’Brien', '44', '0' || number, number, '44' || number, false,
         E'SHAUN O’BRIEN\\n0' || number, 3, now(), '2026-01-31T10:20:30Z'
       FROM (SELECT CAST(7911000000 + n AS text) AS number FROM generate_series($2::int, $3::int) AS n) AS numbers`,
      [account.account.id, from + 1, from + count],
    );
  const found = async (account: RequestContext, search: string) =>
    (await crm.list(account, { search, per_page: 1 })).pagination.total;

  it('are found by today’s searches once their texts are renewed, and nothing else of them changes', async () => {
    const account = crm.newAccount();
    await insertOld(account, 250);
    await crm.withReplica(async () => {
      await until(async () => (await found(account, "o'brien")) === 250, { describe: 'all to be renewed' });
    });
    expect(await found(account, '+44 7911 0000')).toBe(99);
    const [row] = await crm.query(
      `SELECT version, updated_at, search_text FROM crm.contacts WHERE account_id = $1 ORDER BY id LIMIT 1`,
      [account.account.id],
    );
    expect(row).toEqual({
      version: 3,
      updated_at: new Date('2026-01-31T10:20:30Z'),
      search_text: "SHAUN O'BRIEN\n447911000001\n07911000001\n",
    });
  });

  it('are renewed while somebody holds one, which is skipped, and none waits for another', async () => {
    const account = crm.newAccount();
    await insertOld(account, 150);
    await crm.query('BEGIN');
    await crm.query('SELECT FROM crm.contacts WHERE account_id = $1 AND mobile = $2 FOR UPDATE', [
      account.account.id,
      '07911000007',
    ]);
    await crm.withReplica(async () => {
      await until(async () => (await found(account, "o'brien")) === 149, { describe: 'all others' });
    });
    await crm.query('COMMIT');
    await crm.withReplica(async () => {
      await until(async () => (await found(account, "o'brien")) === 150, { describe: 'the last' });
    });
  });

  it('stay what they are to a replica of it that writes a text again', async () => {
    const account = crm.newAccount();
    const { id } = await crm.create(account, { firstname: 'Shaun', lastname: 'O’Brien' });
    const asBefore = 'UPDATE crm.contacts SET search_text = $3 WHERE account_id = $1 AND id = $2';
    await crm.query(asBefore, [account.account.id, id, 'SHAUN O’BRIEN\n2025550100']);
    expect(await found(account, "o'brien")).toBe(0);
    await crm.withReplica(async () => {
      await until(async () => (await found(account, "o'brien")) === 1, { describe: 'the contact' });
    });
  });
});

describe('the terms of a text', () => {
  it.each(['', 'A', 'AB', 'ABC', 'ANA SILVA\n2025550123', '王小明', '👍👎👍👎', "O'N\\%", 'ANANANA'])(
    'are the characters at each position of %j with the two that follow, led by the account',
    async (text) => {
      const characters = [...text];
      const expected = characters.map((_, start) => `7:${characters.slice(start, start + 3).join('')}`);
      const [row] = await crm.query('SELECT tsvector_to_array(crm.search_terms(7, $1)) AS terms', [text]);
      expect([...((row?.terms as string[] | null) ?? [])].sort()).toEqual([...new Set(expected)].sort());
    },
  );
});

describe('searching an account with more contacts than are walked through', () => {
  const COUNT = 24_000;
  let account: RequestContext;
  let otherAccount: RequestContext;

  /** Everybody is a Maria, every second one a Silva, every 1,000th a Weber, and the 100 oldest are Ada. */
  beforeAll(async () => {
    [account, otherAccount] = [crm.newAccount(), crm.newAccount()];
    for (const { account: owner } of [account, otherAccount]) {
      await crm.query(
        `INSERT INTO crm.contacts (account_id, firstname, lastname, mobile_code, mobile, canonical_phone,
           marketing_opted_out, search_text, version, created_at, updated_at)
         SELECT $1, 'Maria', surname, '1', number, '1' || number, false,
           upper('Maria ' || surname) || E'\\n1' || number || E'\\n', 1, now(), now()
         FROM generate_series(1, ${COUNT}) AS n,
           concat_ws(' ', CASE WHEN n <= 100 THEN 'Ada' END, CASE WHEN n % 2 = 0 THEN 'Silva' END,
             CASE WHEN n % 1000 = 0 THEN 'Weber' END) AS surname,
           CAST(2010000000 + n AS text) AS number
         ORDER BY n`,
        [owner.id],
      );
    }
    await crm.query('ANALYZE crm.contacts');
  }, 60_000);

  async function walk(search: string): Promise<{ ids: number[]; lastNames: string[] }> {
    const [ids, lastNames]: [number[], string[]] = [[], []];
    let cursor: string | null = null;
    do {
      const page = await crm.list(account, { search, per_page: 100, ...(cursor && { cursor }) });
      ids.push(...page.contacts.map(({ id }) => id));
      lastNames.push(...page.contacts.map(({ lastname }) => lastname ?? ''));
      cursor = page.pagination.next_cursor;
    } while (cursor);
    return { ids, lastNames };
  }

  it.each([
    ['many contacts have', 'silva', COUNT / 2],
    ['few contacts have', 'weber', COUNT / 1_000],
    ['only the oldest have', 'ada', 100],
    ['only the oldest have, of two characters', 'ad', 100],
  ])('finds every contact once, newest first, by a fragment that %s', async (_, search, expected) => {
    const { ids, lastNames } = await walk(search);
    expect(ids).toHaveLength(expected);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    expect(lastNames.every((name) => name.toLowerCase().includes(search))).toBe(true);
  });

  it.each([
    ['exactly', 'weber', { total: 24, isCapped: false }],
    ['exactly below 10,000', '201000', { total: 9_999, isCapped: false }],
    ['to 10,000 and says so beyond', 'maria', { total: 10_000, isCapped: true }],
    ['to 10,000 and says so where the walk is too short', 'silva', { total: 10_000, isCapped: true }],
  ])('counts %s', async (_, search, expected) => {
    const { total, total_capped: isCapped = false } = (await crm.list(account, { search })).pagination;
    expect({ total, isCapped }).toEqual(expected);
  });

  it('gives the numbered pages of a rare fragment in the order of the whole', async () => {
    const { ids } = await walk('ada');
    const page = await crm.list(account, { search: 'ada', per_page: 30, page: 3 });
    expect(page.contacts.map(({ id }) => id)).toEqual(ids.slice(60, 90));
    expect(page.pagination).toMatchObject({ current_page: 3, last_page: 4, total: 100 });
  });

  it('counts an account without a search to 10,000 and says so', async () => {
    expect((await crm.list(account)).pagination).toMatchObject({ total: 10_000, total_capped: true });
  });
});
