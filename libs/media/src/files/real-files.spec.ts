import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from '../blob-store/blob-store';
import { receiveBlob } from '../blob-store/receive-blob';
import { bytesOf, realFiles } from '../testing';
import { mediaTypeOf } from './media-type.rules';

const store = {
  write: async (_: string, source: Readable) => void (await buffer(source)),
} as unknown as BlobStore;

/** The type that is detected when a file arrives. */
async function sniffed(filename: string): Promise<string | null> {
  return (await receiveBlob(store, '1/blob', Readable.from([bytesOf(filename)]), 1_000_000)).sniffedType;
}

describe('a file that another program wrote', () => {
  it.each(realFiles)('$filename is of the type $type, declared or not', async (file) => {
    const { filename, kind, type, alsoNamed } = file;
    const shown = await sniffed(filename);
    expect(mediaTypeOf('document', 'application/octet-stream', shown, filename)).toBe(type);
    expect(mediaTypeOf(kind, alsoNamed, shown, filename)).toBe(type);
    expect(mediaTypeOf(kind, undefined, shown, filename)).toBe(type);
  });
});
