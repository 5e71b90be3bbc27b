import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore, ByteRange } from '@chat/media';
import type { StoredFile } from '@chat/contracts';
import { opusPackets, packetsOf, soundFile } from '@chat/media/testing';
import type { BlobsService } from './blobs.service';
import { VoiceNotesService } from './voice-notes.service';

const owner = { accountId: 7, channelId: 70 };

describe('a voice note', () => {
  let received: Buffer[];

  beforeEach(() => {
    received = [];
  });

  const make = (bytes: Buffer, filename = 'note.webm') => {
    const store = {
      read: (_: string, range?: ByteRange) =>
        Promise.resolve(Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes])),
    } as unknown as BlobStore;
    const blobs = {
      receive: async (_: object, source: Readable) => {
        const ogg = await buffer(source);
        received.push(ogg);
        return { key: 'ogg', size: ogg.length, sha256: createHash('sha256').update(ogg).digest('hex') };
      },
    } as unknown as BlobsService;
    const file: StoredFile = {
      blob: 'original',
      filename,
      mime_type: 'audio/webm',
      size: bytes.length,
      sha256: '',
    };
    return new VoiceNotesService(store, blobs).make(owner, 'audio', file);
  };

  it('is stored anew if it is Opus in WebM', async () => {
    const packets = opusPackets(100);
    const note = await make(await soundFile('webm', packets));
    expect(note).toMatchObject({ blob: 'ogg', filename: 'note.ogg', mime_type: 'audio/ogg; codecs=opus' });
    expect(note.size).toBe(received[0]!.length);
    expect(await packetsOf(received[0]!)).toEqual(packets);
  });

  it('is used as it is if it is Opus in Ogg', async () => {
    const note = await make(await soundFile('ogg', opusPackets(100)), 'note.ogg');
    expect(note).toMatchObject({
      blob: 'original',
      filename: 'note.ogg',
      mime_type: 'audio/ogg; codecs=opus',
    });
    expect(received).toEqual([]);
  });

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['another file', Buffer.from('not a sound at all')],
    ['a WebM that cannot be read', Buffer.from('1a45dfa3', 'hex')],
  ])('is refused if it is %s, and nothing is stored', async (_, bytes) => {
    await expect(make(bytes)).rejects.toMatchObject({
      status: 422,
      details: { errors: { audio: [expect.stringContaining('must be Opus')] } },
    });
    expect(received).toEqual([]);
  });
});
