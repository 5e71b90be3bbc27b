export interface RegistrationState {
  /** Null until the number is registered with one. */
  pin: string | null;
  /** Number of wrong PINs in the last 72 hours. */
  wrongPins: number;
}

const MAX_WRONG_PINS = 10;
/**
 * A PIN that equals one of these codes is refused with it, so that specs can cause each refusal. By the provider's page
 * of error codes, 131031 also means that data of the request, such as the PIN, differ from those of the account.
 */
const REFUSING_PINS = new Set([131031, 133006, 133008, 133009, 133015, 133016]);

export type RegistrationVerdict = { ok: true } | { ok: false; code: number; isWrongPin: boolean };

/** Whether a number may be registered with this PIN: the first is accepted, later ones must match it. */
export function judgeRegistration(state: RegistrationState, pin: string): RegistrationVerdict {
  if (REFUSING_PINS.has(Number(pin))) return { ok: false, code: Number(pin), isWrongPin: false };
  if (state.wrongPins >= MAX_WRONG_PINS) return { ok: false, code: 133016, isWrongPin: false };
  if (state.pin !== null && state.pin !== pin) return { ok: false, code: 133005, isWrongPin: true };
  return { ok: true };
}
