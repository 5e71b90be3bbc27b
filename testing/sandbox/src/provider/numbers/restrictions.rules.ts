/** What an account may be barred from, by the words of the sandbox's own calls. */
export const restrictionKinds = ['business_initiated', 'customer_initiated', 'templates'] as const;
export type RestrictionKind = (typeof restrictionKinds)[number];

export interface Restriction {
  kind: RestrictionKind;
  /** In seconds; null: no end. */
  expiration: number | null;
}

/** By the provider's reference of `account_update`. */
const types: Readonly<Record<RestrictionKind, string>> = {
  business_initiated: 'RESTRICTED_BIZ_INITIATED_MESSAGING',
  customer_initiated: 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING',
  templates: 'RESTRICTED_UTILITY_TEMPLATES',
};

/** An entry of `restriction_info`. */
export function toRestrictionInfo({ kind, expiration }: Restriction): object {
  return { restriction_type: types[kind], ...(expiration !== null && { expiration: String(expiration) }) };
}

/** Whether a message may not be sent. The provider's conversations are begun by templates outside of the care window. */
export function isRestricted(
  restrictions: readonly Restriction[],
  { templateCategory, isWindowOpen }: { templateCategory: string | null; isWindowOpen: boolean },
  now: Date,
): boolean {
  return restrictions.some(({ kind, expiration }) => {
    if (expiration !== null && expiration * 1_000 <= now.getTime()) return false;
    switch (kind) {
      case 'business_initiated':
        return !isWindowOpen;
      case 'customer_initiated':
        return isWindowOpen;
      case 'templates':
        return templateCategory === 'UTILITY';
    }
  });
}
