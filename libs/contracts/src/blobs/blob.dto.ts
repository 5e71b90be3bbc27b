import { ListOf, Verbatim } from '..';

/** Maximum number of blobs per request. */
export const MAX_ASKED_BLOBS = 200;

export class AskedBlobs {
  @ListOf(Verbatim({ min: 1, max: 300 }), { maxItems: MAX_ASKED_BLOBS }) blobs!: string[];
}

export class HeldBlobs {
  @ListOf(Verbatim({ min: 1, max: 300 }), { maxItems: MAX_ASKED_BLOBS }) held!: string[];
}
