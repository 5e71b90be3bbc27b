import type { App } from '../app';
import type { Token } from '../numbers/tokens.repository';

/** How long the provider shares data with an app after a person signed up. */
const DATA_ACCESS_SECONDS = 90 * 24 * 60 * 60;
const BUSINESS_SCOPE = 'whatsapp_business_';

/**
 * A token as `debug_token` describes it: times are in seconds, 0 means never, and only scopes of business accounts have
 * targets. By the provider's reference of that call.
 */
export function describeToken(app: App, text: string, token: Token | null): object {
  if (text === `${app.id}|${app.secret}`) {
    return { app_id: app.id, type: 'APP', application: 'Sandbox', is_valid: true, scopes: [] };
  }
  if (!token) return { error: { code: 190, message: 'Malformed access token' }, is_valid: false, scopes: [] };
  const isValid = token.is_valid && !token.is_expired;
  const scopes = isValid ? token.scopes : [];
  const isOfSignUp = token.type === 'USER';
  return {
    app_id: app.id,
    type: token.type,
    application: 'Sandbox',
    data_access_expires_at: isOfSignUp ? secondsOf(new Date()) + DATA_ACCESS_SECONDS : 0,
    expires_at: token.expires_at === null ? 0 : secondsOf(token.expires_at),
    is_valid: isValid,
    ...(!isValid && { error: errorOf(token) }),
    scopes,
    granular_scopes: scopes
      .filter((scope) => scope.startsWith(BUSINESS_SCOPE))
      .map((scope) => ({ scope, target_ids: [token.account_id] })),
    user_id: `9${token.number_id.slice(1)}`,
  };
}

/** The seconds until a token expires; null if it never does. */
export function secondsLeft({ expires_at: at }: Token): number | null {
  return at && secondsOf(at) - secondsOf(new Date());
}

function errorOf({ is_expired: isExpired }: Token): object {
  return isExpired
    ? { code: 190, message: 'Error validating access token: Session has expired.', subcode: 463 }
    : { code: 190, message: 'The session has been invalidated.', subcode: 467 };
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
