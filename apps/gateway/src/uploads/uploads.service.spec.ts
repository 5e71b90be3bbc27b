import { Readable } from 'node:stream';
import type { BlobStore } from '@chat/media';
import type { UploadsRepository } from './uploads.repository';
import { UploadsService } from './uploads.service';

describe('an upload that fails', () => {
  const destination = { accountId: 7, service: 'messaging' };
  const happened: string[] = [];
  const note = (what: string, error?: Error) => () => {
    happened.push(what);
    return error ? Promise.reject(error) : Promise.resolve(true);
  };
  const receive = ({ write, complete, remove }: { write?: Error; complete?: Error; remove?: Error }) => {
    const store = {
      write: async (_: string, source: Readable) => {
        await source.toArray();
        return note('stored', write)();
      },
      delete: note('deleted', remove),
    } as unknown as BlobStore;
    const rows = { begin: note('begun'), complete: note('completed', complete), end: note('ended') };
    const uploads = new UploadsService(store, rows as unknown as UploadsRepository);
    return uploads.receive(destination, Readable.from([Buffer.from('bytes')]), 100);
  };

  beforeEach(() => happened.splice(0));

  it.each([
    ['whose end the store did not confirm', { write: new Error('no answer') }, ['stored']],
    ['whose row cannot be completed', { complete: new Error('no answer') }, ['stored', 'completed']],
  ])('%s leaves no file: it is deleted before its row', async (_, failure, steps) => {
    await expect(receive(failure)).rejects.toThrow('no answer');
    expect(happened).toEqual(['begun', ...steps, 'deleted', 'ended']);
  });

  it('keeps its row for the sweep if the file cannot be deleted', async () => {
    const failure = { complete: new Error('no answer'), remove: new Error('the disk is gone') };
    await expect(receive(failure)).rejects.toThrow('no answer');
    expect(happened).toEqual(['begun', 'stored', 'completed', 'deleted']);
  });
});

describe('the uploads of an account', () => {
  const [mine, ofAnother] = [1, 2].map((accountId) => ({ accountId, service: 'messaging' }));
  let uploads: UploadsService;
  /** Ends the slow uploads, of which there are as many as may be under way. */
  let ends: (() => void)[];

  const read = (destination = mine!) => uploads.inTurn(destination, () => Promise.resolve('read'));

  beforeEach(() => {
    jest.useFakeTimers();
    uploads = new UploadsService({} as BlobStore, {} as UploadsRepository);
    ends = [];
    for (let count = 0; count < 40; count += 1) {
      const slow = () => new Promise<void>((end) => ends.push(end));
      uploads.inTurn(mine!, slow).catch(() => undefined);
    }
  });

  afterEach(() => jest.useRealTimers());

  it('wait while 32 are under way', async () => {
    await read(ofAnother);
    expect(ends).toHaveLength(32);
    ends[0]!();
    await read(ofAnother);
    expect(ends).toHaveLength(33);
  });

  it('are refused after five seconds, while those of others are read', async () => {
    const refused = expect(read()).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      details: { retry_after: 5 },
    });
    jest.advanceTimersByTime(5_000);
    await refused;
    expect(await read(ofAnother)).toBe('read');
  });
});
