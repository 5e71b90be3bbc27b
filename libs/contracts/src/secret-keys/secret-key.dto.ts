import { Bool, Int, ListOf, Nullable, Optional, Verbatim } from '..';

/** One key of a service: the current key encrypts, and every key decrypts. */
export class SecretKeyInfo {
  /** Eight hexadecimal digits derived from the key. */
  @Verbatim() id!: string;
  @Bool() is_current!: boolean;
}

/** How many values of one kind depend on one key. */
export class SecretKeyUse {
  /** A description of the values. */
  @Verbatim() values!: string;
  /**
   * Null if the values date from before key versions and do not name their key, or are sealed with one that the service
   * does not have. Digests name their key even then.
   */
  @Nullable() @Verbatim() key_id!: string | null;
  @Int({ min: 0 }) count!: number;
}

export class SecretKeyUsage {
  @ListOf(() => SecretKeyInfo) keys!: SecretKeyInfo[];
  @ListOf(() => SecretKeyUse) usage!: SecretKeyUse[];
}

export const MAX_ROTATED = 500;

export class RotateSecrets {
  /** The end of the previous batch; from the beginning if absent. */
  @Optional() @Verbatim() after?: string;
  @Optional() @Int({ min: 1, max: MAX_ROTATED }) limit?: number;
}

export class RotatedSecrets {
  @Int({ min: 0 }) examined!: number;
  @Int({ min: 0 }) rotated!: number;
  /** Values whose key the service does not have; they stay unchanged. */
  @Int({ min: 0 }) unreadable!: number;
  /** Where the next batch starts; null at the end. */
  @Nullable() @Verbatim() after!: string | null;
}
