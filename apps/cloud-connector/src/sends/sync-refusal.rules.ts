import type { ProviderErrorBody } from '../provider/provider-error';

/** Codes by which the provider temporarily blocks the whole number, whatever the message or its receiver. */
const heldBackCodes: readonly ProviderErrorBody['code'][] = [2, 130429, 131016, 131057, 133004];

/** Whether the provider blocks the number temporarily, as it may while the business app shares its history. */
export function isHeldBack({ code }: Pick<ProviderErrorBody, 'code'>): boolean {
  return heldBackCodes.includes(code);
}
