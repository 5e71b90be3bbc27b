import type { RunningService } from '@chat/service-kit';
import { startTestService, type TestService } from '../test-service';
import { getLabel, labelsService, putLabel } from './labels.service';

/** Enough for both replicas to get some. */
const CALLS = 40;

describe('a column that gets another name', () => {
  let service: TestService;
  let lastId = 0;
  const running = new Map<string, RunningService>();

  const start = async (RELEASE: string) => running.set(RELEASE, await service.startReplica({ RELEASE }));
  const stop = async (release: string) => running.get(release)!.stop();

  /** Writes, overwrites and reads, each on any replica. @returns which releases answered. */
  async function serveAlike(): Promise<string[]> {
    const answered = new Set<string>();
    for (let count = 0; count < CALLS; count += 1) {
      const id = (lastId += 1);
      for (const text of [`first ${id}`, `second ${id}`]) {
        answered.add((await service.bus.request(putLabel, { body: { id, text } })).release);
        const shown = await service.bus.request(getLabel, { body: { id } });
        expect(shown.text).toBe(text);
        answered.add(shown.release);
      }
    }
    return [...answered].toSorted();
  }

  beforeAll(async () => {
    service = await startTestService(labelsService, {}, { replicas: 0 });
    await start('one');
  });

  afterAll(() => service.stop());

  it('is served by the release before and the one that expands, side by side', async () => {
    expect(await serveAlike()).toEqual(['one']);
    await start('two');
    expect(await serveAlike()).toEqual(['one', 'two']);
    for (let id = 1; id <= CALLS; id += 1)
      expect((await service.bus.request(getLabel, { body: { id } })).text).toBe(`second ${id}`);
  });

  it('is served by a replica of the release before that starts when the tables are ahead of it', async () => {
    await stop('one');
    await start('one');
    expect(await serveAlike()).toEqual(['one', 'two']);
  });

  it('is served by the release that expanded and the one that contracts, side by side', async () => {
    await stop('one');
    await start('three');
    expect(await serveAlike()).toEqual(['three', 'two']);
    expect(await service.query(`SELECT count(*)::int FROM labels.labels`)).toEqual([{ count: lastId }]);
    const columns = `SELECT column_name FROM information_schema.columns WHERE table_schema = 'labels' AND table_name = 'labels'`;
    expect(await service.query(`${columns} ORDER BY 1`)).toEqual([
      { column_name: 'id' },
      { column_name: 'title' },
    ]);
  });
});
