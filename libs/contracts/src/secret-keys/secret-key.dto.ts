import { Bool, Int, ListOf, Nullable, Optional, Verbatim } from '..';

/** One key of a service: the current one seals, all that it knows open. */
export class SecretKeyInfo {
  /** Eight hexadecimal digits that follow from the key. */
  @Verbatim() id!: string;
  @Bool() is_current!: boolean;
}

/** How many values of one kind depend on one key. */
export class SecretKeyUse {
  /** What the values are. */
  @Verbatim() values!: string;
  /** Null: on a key that the service does not have, or that the values, from before there were key versions, do not say. */
  @Nullable() @Verbatim() key_id!: string | null;
  @Int({ min: 0 }) count!: number;
}

export class SecretKeyUsage {
  @ListOf(() => SecretKeyInfo) keys!: SecretKeyInfo[];
  @ListOf(() => SecretKeyUse) usage!: SecretKeyUse[];
}

export const MAX_ROTATED = 500;

export class RotateSecrets {
  /** Where the last batch ended; left out: from the beginning. */
  @Optional() @Verbatim() after?: string;
  @Optional() @Int({ min: 1, max: MAX_ROTATED }) limit?: number;
}

export class RotatedSecrets {
  @Int({ min: 0 }) examined!: number;
  @Int({ min: 0 }) rotated!: number;
  /** Values that no key of the service opens; they stay as they are. */
  @Int({ min: 0 }) unreadable!: number;
  /** Where to go on; null at the end. */
  @Nullable() @Verbatim() after!: string | null;
}
