import type { ProviderFinding } from '@chat/contracts/cloud-connector';
import { isObject } from '../provider/answer.rules';
import type { TokenState } from '../provider/token-state.rules';
import { ok, problem, warning } from './finding';

const SEND = 'whatsapp_business_messaging';
/** Either lets the token see its account; the sign-up gives the second since June 2026. */
const MANAGE: readonly string[] = ['whatsapp_business_management', 'whatsapp_business_manage_events'];
const WARN_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

const RENEW =
  'Renew the channel: the business signs up with the number again, or use admin channel connect-cloud.';

/** Judges the token of a number. @returns nothing if all is well. */
export function judgeToken(state: TokenState, appId: string, now: Date): ProviderFinding[] {
  if (!state.isValid) {
    const why = state.isExpired ? 'has expired' : 'is no longer accepted';
    return [problem('token', `The token ${why}.`, RENEW)];
  }
  const findings: ProviderFinding[] = [];
  if (state.appId !== appId) {
    findings.push(problem('token', 'The token belongs to another app than PROVIDER_APP_ID.', RENEW));
  }
  if (!state.scopes.includes(SEND)) {
    findings.push(problem('token', `The token lacks the permission ${SEND}, so nothing can be sent.`, RENEW));
  }
  if (!MANAGE.some((scope) => state.scopes.includes(scope))) {
    findings.push(
      warning('token', `The token has neither ${MANAGE.join(' nor ')}: templates may be refused.`, RENEW),
    );
  }
  const { expiresAt } = state;
  if (expiresAt && expiresAt.getTime() - now.getTime() <= WARN_DAYS * DAY_MS) {
    findings.push(warning('token', `The token expires on ${dayOf(expiresAt)}.`, RENEW));
  }
  return findings;
}

/** Judges `GET /{waba_id}/subscribed_apps`. @returns null if all is well. */
export function judgeSubscription(
  data: unknown,
  { appId, callbackUrl }: { appId: string; callbackUrl: string },
): ProviderFinding | null {
  const subscribed = (Array.isArray(data) ? data.filter(isObject) : []).find(
    ({ whatsapp_business_api_data: app }) => isObject(app) && String(app.id) === appId,
  );
  const again = 'Run admin provider check --resubscribe.';
  if (!subscribed) {
    return problem('subscription', 'The app is not subscribed to the account: no callbacks arrive.', again);
  }
  const { override_callback_uri: override = '' } = subscribed;
  if (override === callbackUrl) return null;
  return warning(
    'subscription',
    callbackUrl === ''
      ? 'The callbacks of the account go to another URL than that of the app.'
      : 'The callbacks of the account do not go to PROVIDER_CALLBACK_URL.',
    again,
  );
}

/** What is said of a number of which nothing is wrong. */
export function allIsWell({ expiresAt }: TokenState): ProviderFinding {
  const end = expiresAt ? `is valid until ${dayOf(expiresAt)}` : 'does not expire';
  return ok('number', `The token ${end}, and callbacks arrive.`);
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
