import type { DataSource } from 'typeorm';
import { SearchedList } from './searched-list';

class Row {
  accountId!: number;
  id!: number;
}

/** A statement that reads by the index of the terms. */
interface LookUp {
  accountId: number;
  end: () => void;
}

describe('searches that need the index', () => {
  let lookUps: LookUp[];
  let list: SearchedList<Row>;

  beforeEach(() => {
    jest.useFakeTimers();
    lookUps = [];
    const query = (sql: string, [accountId]: [number]) =>
      sql.includes('tsquery')
        ? new Promise((resolve) => lookUps.push({ accountId, end: () => resolve([]) }))
        : Promise.resolve([]);
    const getMetadata = () => ({ tablePath: 'crm.rows', schema: 'crm', columns: [] });
    list = new SearchedList({ query, getMetadata } as unknown as DataSource, Row);
  });

  afterEach(() => jest.useRealTimers());

  const search = (accountId: number) => list.page(accountId, { search: 'maria' });
  const accounts = () => lookUps.map(({ accountId }) => accountId);

  it('run two at a time for one account, so that others keep their connections', async () => {
    const searches = [1, 1, 1, 2].map(search);
    await jest.advanceTimersByTimeAsync(1);
    expect(accounts()).toEqual([1, 1, 2]);
    lookUps[0]!.end();
    await jest.advanceTimersByTimeAsync(1);
    expect(accounts()).toEqual([1, 1, 2, 1]);
    lookUps.forEach(({ end }) => end());
    expect((await Promise.all(searches)).map(({ rows }) => rows)).toEqual([[], [], [], []]);
  });

  it('are refused when their turn does not come in time', async () => {
    const searches = [1, 1, 1].map(search);
    const late = expect(searches[2]).rejects.toMatchObject({ code: 'service_unavailable' });
    await jest.advanceTimersByTimeAsync(8_000);
    await late;
    lookUps.forEach(({ end }) => end());
    await Promise.all(searches.slice(0, 2));
  });
});
