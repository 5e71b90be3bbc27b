import { firstIdSince, type Placed } from './first-since';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 10, minute));

/** Rows with gaps between their ids, one per minute. */
const rows: Placed[] = [3, 4, 90, 1_000, 1_001, 5_000_000].map((id, minute) => ({
  id,
  created_at: at(minute),
}));

describe('the first id since a time', () => {
  let reads: number;
  const next = (id: number) => {
    reads += 1;
    return Promise.resolve(rows.find((row) => row.id >= id) ?? null);
  };

  beforeEach(() => {
    reads = 0;
  });

  it.each([
    ['before all', -1, 3],
    ['of the first', 0, 3],
    ['of one in the middle', 2, 90],
    ['between two', 2.5, 1_000],
    ['of the last', 5, 5_000_000],
    ['after all', 6, null],
  ])('is right for a time %s, in few reads', async (_, minute, expected) => {
    expect(await firstIdSince(new Date(at(0).getTime() + minute * 60_000), 5_000_000, next)).toBe(expected);
    expect(reads).toBeLessThan(30);
  });

  it('is null in an empty table', async () => {
    expect(await firstIdSince(at(0), 0, () => Promise.resolve(null))).toBeNull();
  });
});
