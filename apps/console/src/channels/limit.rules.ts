/**
 * Reads the provider's name of a messaging limit, such as `TIER_1K` or `TIER_UNLIMITED`.
 * @returns to how many people a number may write first within a day; null if the name is new to this version.
 */
export function peopleADay(limit: string): number | null {
  if (limit === 'TIER_UNLIMITED') return Infinity;
  const [, digits, isThousands] = /^TIER_(\d+)(K?)$/.exec(limit) ?? [];
  return digits === undefined ? null : Number(digits) * (isThousands ? 1_000 : 1);
}
