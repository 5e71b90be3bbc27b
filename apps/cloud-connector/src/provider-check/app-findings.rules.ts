import { callbackFields, type ProviderFinding } from '@chat/contracts/cloud-connector';
import { isObject } from '../provider/answer.rules';
import { ok, problem, warning } from './finding';

/** The object of the provider whose callbacks are ours. */
const OBJECT = 'whatsapp_business_account';
/** What only numbers in the business app need. */
const coexistenceFields: readonly string[] = ['history', 'smb_app_state_sync', 'smb_message_echoes'];

const CONFIGURATION = 'In the dashboard of the app, under WhatsApp, Configuration';

/** The subscription of the app to callbacks. */
export interface AppSubscription {
  callbackUrl: string | null;
  fields: string[];
}

/**
 * Reads `GET /{app_id}/subscriptions`, whose reference lists `object`, `callback_url`, `fields` and `active`. Fields come
 * as names, or as objects with a name and a version.
 * @returns null if the app has no active subscription.
 */
export function subscriptionIn(data: unknown): AppSubscription | null {
  const found = (Array.isArray(data) ? data.filter(isObject) : []).find(
    ({ object, active }) => object === OBJECT && active !== false,
  );
  if (!found) return null;
  const { callback_url: url, fields } = found;
  const names = (Array.isArray(fields) ? (fields as unknown[]) : []).map((field) =>
    isObject(field) ? field.name : field,
  );
  return {
    callbackUrl: typeof url === 'string' && url !== '' ? url : null,
    fields: names.filter((name) => typeof name === 'string'),
  };
}

/** Judges to which fields the app is subscribed. */
export function judgeFields(subscription: AppSubscription | null): ProviderFinding {
  if (!subscription) {
    return problem(
      'fields',
      'The app is not subscribed to callbacks of business accounts, so none arrive.',
      `${CONFIGURATION}, enter the callback URL and PROVIDER_VERIFY_TOKEN, then subscribe to ${callbackFields.join(', ')}.`,
    );
  }
  const missing = callbackFields.filter((field) => !subscription.fields.includes(field));
  if (missing.length === 0) return ok('fields', 'The app is subscribed to all callback fields.');
  const isOptional = missing.every((field) => coexistenceFields.includes(field));
  const judge = isOptional ? warning : problem;
  const who = isOptional ? ', which numbers in the business app need' : '';
  return judge(
    'fields',
    `The app is not subscribed to ${missing.join(', ')}${who}: these callbacks do not arrive.`,
    `${CONFIGURATION}, subscribe to them.`,
  );
}

/** The answer of the callback URL to a challenge. */
export interface ChallengeAnswer {
  status: number;
  body: string;
}

/** Judges how the callback URL answered. */
export function judgeChallenge(url: string, challenge: string, answer: ChallengeAnswer): ProviderFinding {
  if (answer.status === 200 && answer.body === challenge) {
    return ok('callback', `${url} is reached from here, and answers the challenge.`);
  }
  if (answer.status === 403) {
    return problem(
      'callback',
      `${url} does not accept PROVIDER_VERIFY_TOKEN.`,
      'Check that it leads to this installation, and that all replicas of cloud-connector have the same token.',
    );
  }
  return problem(
    'callback',
    `${url} does not answer the challenge (HTTP status ${answer.status}).`,
    'Check that it ends with /provider/callbacks, and that the proxy in front leads to CALLBACK_PORT of cloud-connector.',
  );
}
