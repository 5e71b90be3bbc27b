import { isObject } from '../provider/answer.rules';

type Json = Record<string, unknown>;

/** What a message refers to, as the provider writes it. */
export interface References {
  /** Such as the message that it replies to. */
  context?: object;
  /** The ad or post from which its sender came. */
  referral?: object;
}

/** Maximum lengths as JSON, since every list of messages carries them. What is longer counts as unknown. */
const maxLengths = { context: 2_048, referral: 8_192 };

export function referencesOf(message: Json): References {
  const { context, referral } = message;
  return {
    ...(isShort(context, maxLengths.context) && { context }),
    ...(isShort(referral, maxLengths.referral) && { referral }),
  };
}

function isShort(value: unknown, maxLength: number): value is object {
  if (!isObject(value) || Object.keys(value).length === 0) return false;
  return JSON.stringify(value).length <= maxLength;
}
