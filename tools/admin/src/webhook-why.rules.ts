import type { InspectedWebhook } from '@chat/contracts/webhooks';

/** What each error of an attempt means for the receiver. */
const meanings: Readonly<Record<string, string>> = {
  http_status: 'It answers with an error',
  redirect: 'It redirects, which is not followed: set the final address',
  timeout: 'It does not answer in time',
  dns: 'Its host name cannot be resolved',
  connect: 'It does not accept connections',
  tls: 'Its TLS handshake fails: check its certificate',
  reset: 'It closes connections before it answers',
  protocol: 'It does not answer with valid HTTP, or with too much',
  blocked: 'Its address is not allowed by the settings OUTBOUND_…',
  internal: 'We could not make the request: the log of webhooks has the error',
};

/** Explains in plain words what is wrong with an endpoint and what to do next. */
export function whyOf(webhook: InspectedWebhook): string {
  const { status, disabled_reason, failing_since, lane, pending, pending_since, due_at, failed, blocked } =
    webhook;
  const latest = webhook.last_attempts.at(-1);
  const code = latest?.response_status ? ` (${latest.response_status})` : '';
  const cause = latest?.error ? `${meanings[latest.error] ?? latest.error}${code}.` : '';
  if (status === 'disabled') return [disabledWords(disabled_reason), cause].filter(Boolean).join(' ');
  const ended =
    failed + blocked > 0 ? `${failed + blocked} deliveries were given up; resend them later.` : '';
  if (failing_since !== null) {
    const pace =
      lane === 'retrying'
        ? `It gets one request at a time, the next one at ${due_at ?? 'no set time'}; ${pending} deliveries wait.`
        : `${waits(pending)}.`;
    return [
      `No delivery has succeeded since ${failing_since}.`,
      ...[cause, pace, 'The receiver must be repaired; what waits is delivered then.', ended],
    ]
      .filter(Boolean)
      .join(' ');
  }
  if (pending > 0) {
    return [
      `It responds; ${waits(pending)}, the oldest since ${pending_since}.`,
      ...(isThrottled(webhook)
        ? ['Its latest failures cost more than usual, so it gets one request at a time for ten minutes.']
        : []),
      ended,
    ]
      .filter(Boolean)
      .join(' ');
  }
  return ['It is healthy, and nothing waits.', ended].filter(Boolean).join(' ');
}

function disabledWords(reason: string | null): string {
  switch (reason) {
    case 'gone':
      return 'It is disabled, since its receiver answered 410. Its account must enable it again.';
    case 'failing':
      return 'It is disabled, since no delivery succeeded for 5 days. Its account must repair and enable it.';
    default:
      return 'It is disabled. Its account must enable it.';
  }
}

function isThrottled({ last_attempts }: InspectedWebhook): boolean {
  const error = last_attempts.at(-1)?.error;
  return error === 'tls' || error === 'protocol';
}

function waits(pending: number): string {
  return pending === 1 ? '1 delivery waits' : `${pending} deliveries wait`;
}
