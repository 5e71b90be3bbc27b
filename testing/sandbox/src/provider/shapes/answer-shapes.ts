import type { Shape } from './shape';

const DAY_SECONDS = 24 * 60 * 60;

/** What the provider answers, as far as it is no callback. */
export const answerShapes: Readonly<Record<'tokenOfSignUp' | 'managementLimit', Shape>> = {
  tokenOfSignUp: {
    name: 'token of a sign-up in the browser since June 2026, by debug_token',
    source: 'https://developers.facebook.com/docs/graph-api/reference/debug_token/',
    body: ({ appId, wabaId, now }) => ({
      data: {
        app_id: appId,
        type: 'USER',
        is_valid: true,
        expires_at: now + 60 * DAY_SECONDS,
        data_access_expires_at: now + 90 * DAY_SECONDS,
        scopes: ['whatsapp_business_manage_events', 'whatsapp_business_messaging', 'public_profile'],
        granular_scopes: [
          { scope: 'whatsapp_business_manage_events', target_ids: [wabaId] },
          { scope: 'whatsapp_business_messaging', target_ids: [wabaId] },
        ],
      },
    }),
  },
  managementLimit: {
    name: 'error of the limit of management calls',
    source: 'https://developers.facebook.com/docs/graph-api/overview/rate-limiting/',
    body: () => ({
      error: {
        message:
          '(#80008) There have been too many calls to this WhatsApp Business account. Wait a bit and try again.',
        type: 'OAuthException',
        code: 80008,
        error_subcode: 2494055,
        is_transient: true,
        fbtrace_id: 'A',
      },
    }),
  },
};
