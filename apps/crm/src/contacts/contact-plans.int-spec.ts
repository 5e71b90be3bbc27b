import type { DataSource } from 'typeorm';
import { SearchedList } from '@chat/lists';
import { openDatabase } from '@chat/service-kit';
import { createTestDatabase, type TestDatabase } from '@chat/test-kit';
import { crmService } from '../service';
import { ContactEntity } from './contact.entity';

/** Postgres compares plans for the first five executions. */
const UNTIL_SETTLED = 5;

const COUNT = 10_000;

describe('the pages of contacts', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    // What a connection has prepared, only this connection sees.
    const config = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: 1 };
    dataSource = await openDatabase(crmService.database, config, 'crm');
    await dataSource.query(
      `INSERT INTO crm.contacts (account_id, firstname, mobile_code, mobile, canonical_phone, marketing_opted_out,
         search_text, version, created_at, updated_at)
       SELECT 1, 'Ana', '1', number, '1' || number, false, E'ANA\\n1' || number || E'\\n', 1, now(), now()
       FROM (SELECT CAST(2010000000 + n AS text) AS number FROM generate_series(1, ${COUNT}) AS n) AS numbers`,
    );
    await dataSource.query('ANALYZE crm.contacts');
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('are planned once, the first one and those behind a cursor', async () => {
    const list = new SearchedList(dataSource, ContactEntity);
    for (let count = 0; count < UNTIL_SETTLED + 3; count += 1) {
      const { pagination } = await list.page(1, { per_page: 25 });
      await list.page(1, { per_page: 100, cursor: pagination.next_cursor! });
    }
    const plans = await dataSource.query<object[]>(
      `SELECT custom_plans, generic_plans FROM pg_prepared_statements
       WHERE statement LIKE '%ORDER BY id DESC LIMIT $2'`,
    );
    const once = { custom_plans: UNTIL_SETTLED, generic_plans: 3 };
    expect(plans).toEqual([once, once]);
  });

  it.each(['12010000042', '+1 (201) 000-0042', '1-201-000-0042', '001 201 0000042', '201.000.0042'])(
    'that a search for %s finds beyond the newest are found by the index of the terms',
    async (search) => {
      const statements = jest.spyOn(dataSource, 'query');
      const { rows } = await new SearchedList(dataSource, ContactEntity).page(1, { search });
      expect(rows).toMatchObject([{ mobile: '2010000042' }]);
      const [sql, values] = statements.mock.calls.find(([statement]) => statement.includes('tsquery'))!;
      statements.mockRestore();
      const plan = await dataSource.query<object[]>(`EXPLAIN ${sql}`, values);
      expect(JSON.stringify(plan)).toContain('Bitmap Index Scan on contacts_search_terms');
      expect(JSON.stringify(plan)).not.toContain('Seq Scan');
    },
  );

  it('are found without most of the terms that all contacts have, once Postgres has looked at them', async () => {
    const statements = jest.spyOn(dataSource, 'query');
    await new SearchedList(dataSource, ContactEntity).page(1, { search: '12010000042' });
    const [, values] = statements.mock.calls.find(([statement]) => statement.includes('tsquery'))!;
    statements.mockRestore();
    expect(values).toContainEqual(expect.stringMatching(/^'1:042' & '1:\d{3}'$/));
  });
});
