import { momentOf, textOf } from '../envelopes/envelope.rules';

/** A person's choice to stop or resume marketing messages. */
export interface Preference {
  phone: string;
  optedOut: boolean;
  at: Date;
}

/** Returns null for other kinds of preferences, and for people without a number. */
export function readPreference(preference: Record<string, unknown>, now: Date): Preference | null {
  const phone = textOf(preference.wa_id);
  const value = textOf(preference.value);
  if (preference.category !== 'marketing_messages' || !/^\d{5,15}$/.test(phone)) return null;
  if (value !== 'stop' && value !== 'resume') return null;
  return { phone, optedOut: value === 'stop', at: momentOf(preference.timestamp) ?? now };
}
