import { Readable } from 'node:stream';
import type { BlobStore } from '@chat/media';
import { BackgroundLoops } from '@chat/bus';
import type { BlobsRepository } from './blobs.repository';
import { BlobsService } from './blobs.service';

describe('a file whose end the store did not confirm', () => {
  const happened: string[] = [];
  const receive = (deletion: Promise<void>) => {
    const note = (what: string, result: Promise<void>) => () => {
      happened.push(what);
      return result;
    };
    const store = {
      write: () => Promise.reject(new Error('no answer')),
      delete: note('deleted', deletion),
    } as unknown as BlobStore;
    const rows = { begin: () => Promise.resolve(), end: note('ended', Promise.resolve()) };
    const loops = new BackgroundLoops(() => undefined);
    const blobs = new BlobsService(
      store,
      rows as unknown as BlobsRepository,
      {} as never,
      {} as never,
      loops,
    );
    return blobs.receive({ accountId: 7, channelId: 70 }, Readable.from([Buffer.from('bytes')]), 100);
  };

  beforeEach(() => happened.splice(0));

  it('is deleted before its row', async () => {
    await expect(receive(Promise.resolve())).rejects.toThrow('no answer');
    expect(happened).toEqual(['deleted', 'ended']);
  });

  it('keeps its row for the sweep if it cannot be deleted', async () => {
    await expect(receive(Promise.reject(new Error('the disk is gone')))).rejects.toThrow('no answer');
    expect(happened).toEqual(['deleted']);
  });
});
