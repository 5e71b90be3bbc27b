import { ListOf, Verbatim } from '..';

/** How many blobs one question names at most. */
export const MAX_ASKED_BLOBS = 200;

export class AskedBlobs {
  @ListOf(Verbatim({ min: 1, max: 300 }), { maxItems: MAX_ASKED_BLOBS }) blobs!: string[];
}

export class HeldBlobs {
  @ListOf(Verbatim({ min: 1, max: 300 }), { maxItems: MAX_ASKED_BLOBS }) held!: string[];
}
