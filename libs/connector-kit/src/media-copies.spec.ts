import { Readable } from 'node:stream';
import type { BlobStore } from '@chat/media';
import type { Connector } from '@chat/contracts/connector';
import type { Job } from '@chat/service-kit';
import type { AnnouncedMedia, AwaitedMedia } from './awaited-media';
import { MediaCopies, type OpenMedia } from './media-copies';

const media: AnnouncedMedia = {
  mime_type: 'image/png',
  filename: null,
  size: null,
  sha256: null,
  ptt: false,
};
const data = { channelId: 1, chatMessageId: 'm1', blob: '7/2026-01-31/b', media, arrivedAt: Date.now() };

/** Reads all bytes of the source. */
const store = { write: (_: string, source: Readable) => source.resume().toArray() } as unknown as BlobStore;

/** What the network sends until the signal aborts. */
const endless: OpenMedia<AnnouncedMedia> = ({ signal }) =>
  Promise.resolve(new Readable({ signal, read: () => undefined }));

describe('the copy of media that never arrives whole', () => {
  const copy = (options: { transferMs?: number }, signal = new AbortController().signal) => {
    const job = { id: 1, accountId: 7, traceparent: null, data, signal } as Job<AwaitedMedia<AnnouncedMedia>>;
    return new MediaCopies(store, {} as Connector['media'], endless, options).copy(job);
  };

  it('fails in the end, so that it is tried again', async () => {
    await expect(copy({ transferMs: 20 })).rejects.toThrow('aborted');
  });

  it('fails when its job ends', async () => {
    await expect(copy({}, AbortSignal.timeout(20))).rejects.toThrow('aborted');
  });
});
