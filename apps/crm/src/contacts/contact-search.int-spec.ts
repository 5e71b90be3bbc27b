import type { RequestContext } from '@chat/contracts';
import { refusal } from '@chat/test-kit';
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

  it('finds by any part of the mobile number, and by no dial code', async () => {
    const other = crm.newAccount();
    const contact = await crm.create(other, { mobile_code: '49', mobile: '15112345678' });
    for (const search of ['15112345678', '234', '8', '１２３']) {
      expect(await crm.search(other, search)).toEqual([contact.id]);
    }
    expect(await crm.search(other, '4915')).toEqual([]);
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
           upper('Maria ' || surname) || E'\\n' || number, 1, now(), now()
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
