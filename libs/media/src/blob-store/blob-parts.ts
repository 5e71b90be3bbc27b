import type { Readable } from 'node:stream';
import type { WriteMemory } from './write-memory';

/** The smallest size that S3 accepts of any part but the last. */
export const PART_BYTES = 5 * 1024 * 1024;
/** A part takes memory in blocks, as its bytes arrive. */
export const BLOCK_BYTES = 64 * 1024;

/** Some bytes of a blob in a row. */
export interface BlobPart {
  readonly bytes: Buffer;
  /** Whether the blob ends with it. */
  readonly isLast: boolean;
  /** Gives back its memory. */
  release(): void;
}

/**
 * Cuts a source into parts of `PART_BYTES`; only the last one is smaller, and an empty source has one, too. What has
 * arrived is copied: a slice of a few bytes may keep a whole read of the socket alive.
 */
export async function* partsOf(source: Readable, memory: WriteMemory): AsyncGenerator<BlobPart> {
  let part = new PartBuffer(memory);
  // Whoever reads the parts ends the source, with the reason.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length;) {
      if (part.isFull) {
        yield part.end({ isLast: false });
        part = new PartBuffer(memory);
      }
      at += await part.add(chunk, at);
    }
  }
  yield part.end({ isLast: true });
}

/** Collects one part. */
class PartBuffer {
  private readonly blocks: Buffer[] = [];
  private size = 0;

  constructor(private readonly memory: WriteMemory) {}

  get isFull(): boolean {
    return this.size === PART_BYTES;
  }

  /** Copies bytes of the chunk from `start` on, at most to the end of a block. @returns how many. */
  async add(chunk: Buffer, start: number): Promise<number> {
    const offset = this.size % BLOCK_BYTES;
    if (offset === 0) {
      await this.memory.acquire(BLOCK_BYTES);
      this.blocks.push(Buffer.allocUnsafeSlow(BLOCK_BYTES));
    }
    const copied = chunk.copy(this.blocks.at(-1)!, offset, start);
    this.size += copied;
    return copied;
  }

  /** Joins the blocks, which it lets go of. */
  end({ isLast }: { isLast: boolean }): BlobPart {
    const taken = this.blocks.length * BLOCK_BYTES;
    const bytes = Buffer.concat(this.blocks.splice(0), this.size);
    return { bytes, isLast, release: () => this.memory.release(taken) };
  }
}
