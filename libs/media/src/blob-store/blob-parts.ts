import type { Readable } from 'node:stream';
import type { WriteMemory } from './write-memory';

/** The smallest size that S3 accepts of any part but the last. */
export const PART_BYTES = 5 * 1024 * 1024;
/** The unit in which a part takes memory, as its bytes arrive. */
export const BLOCK_BYTES = 64 * 1024;

/** Consecutive bytes of a blob. */
export interface BlobPart {
  readonly bytes: Buffer;
  /** Whether it is the last part. */
  readonly isLast: boolean;
  /** Releases its memory. */
  release(): void;
}

/**
 * Cuts a source into parts of `PART_BYTES`; only the last one is smaller, and an empty source has one, too. The bytes are
 * copied, since a small slice may keep the buffer of a whole socket read alive.
 */
export async function* partsOf(source: Readable, memory: WriteMemory): AsyncGenerator<BlobPart> {
  let part = new PartBuffer(memory);
  // The reader of the parts destroys the source, with the reason.
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

  /** Copies bytes of the chunk from `start` on, at most up to the end of a block. @returns how many. */
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

  /** Joins the blocks, and releases them. */
  end({ isLast }: { isLast: boolean }): BlobPart {
    const taken = this.blocks.length * BLOCK_BYTES;
    const bytes = Buffer.concat(this.blocks.splice(0), this.size);
    return { bytes, isLast, release: () => this.memory.release(taken) };
  }
}
