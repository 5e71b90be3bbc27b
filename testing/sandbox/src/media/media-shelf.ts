import { randomBytes, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { blobKey, FilesystemBlobStore, receiveBlob, type BlobStore } from '@chat/media';
import type { MediaRepository, MediaRow, MediaState } from './media.repository';

/** Larger than any message of the network. */
const MAX_BYTES = 200 * 1024 * 1024;
/** The sandbox has no accounts. */
const NO_ACCOUNT = 0;

/** Stores the bytes of messages for the network and the phones, in the sandbox's own folder. */
export class MediaShelf {
  private constructor(
    private readonly store: BlobStore,
    private readonly media: MediaRepository,
  ) {}

  static async open(folder: string, media: MediaRepository): Promise<MediaShelf> {
    return new MediaShelf(await FilesystemBlobStore.open(folder), media);
  }

  /** Stores a stream of bytes. @returns their reference. */
  async keep(bytes: Readable): Promise<Omit<MediaRow, 'state'>> {
    const key = blobKey(NO_ACCOUNT, randomUUID(), new Date());
    const { size, sha256 } = await receiveBlob(this.store, key, bytes, MAX_BYTES);
    const row = { ref: newRef(), blob: key, size, sha256 };
    await this.media.insert(row);
    return row;
  }

  find(ref: string): Promise<MediaRow | null> {
    return this.media.find(ref);
  }

  /** Sets how the network answers devices that request the bytes. */
  async setState(ref: string, state: MediaState): Promise<void> {
    await this.media.setState(ref, state);
  }

  /** The phone uploads the bytes again. @returns their new reference; null when it no longer has them. */
  async renew(ref: string): Promise<string | null> {
    const media = await this.media.find(ref);
    if (!media || media.state === 'gone' || media.state === 'lost') return null;
    const renewed = { ...media, ref: newRef() };
    await this.media.insert(renewed);
    return renewed.ref;
  }

  async read({ blob }: MediaRow): Promise<Readable> {
    const bytes = await this.store.read(blob);
    if (!bytes) throw new Error('The bytes are not on the shelf.');
    return bytes;
  }
}

function newRef(): string {
  return randomBytes(24).toString('base64url');
}
