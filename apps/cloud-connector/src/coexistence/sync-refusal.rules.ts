import type { ProviderErrorBody } from '../provider/provider-error';

/** Codes of the provider that say "not now" of the number as a whole, and nothing of the message or its receiver. */
const heldBackCodes: readonly number[] = [2, 130429, 131016, 131057, 133004];

/** Whether the provider holds the number back, as it may while the business app shares its history. */
export function isHeldBack({ code }: Pick<ProviderErrorBody, 'code'>): boolean {
  return heldBackCodes.includes(code);
}
