import { createHmac, randomInt } from 'node:crypto';

const TIMEOUT_MS = 10_000;

/** The answer of a callback endpoint. */
export interface EndpointAnswer {
  ok: boolean;
  /** As in `HTTP Status Code = 404`. */
  description: string;
}

/** Verifies that the endpoint wants callbacks: it must answer with exactly the challenge. */
export async function verifyEndpoint(url: string, verifyToken: string): Promise<EndpointAnswer> {
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
  const address = new URL(url);
  address.searchParams.set('hub.mode', 'subscribe');
  address.searchParams.set('hub.challenge', challenge);
  address.searchParams.set('hub.verify_token', verifyToken);
  return exchange(address, {}, (status, body) => status === 200 && body === challenge);
}

/** Posts one signed body; any 200 acknowledges it. */
export async function postCallback(url: string, body: string, appSecret: string): Promise<EndpointAnswer> {
  const signature = createHmac('sha256', appSecret).update(body).digest('hex');
  const init = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
  };
  return exchange(new URL(url), init, (status) => status === 200);
}

async function exchange(
  url: URL,
  init: RequestInit,
  isGood: (status: number, body: string) => boolean,
): Promise<EndpointAnswer> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await response.text();
    return {
      ok: isGood(response.status, body),
      description: `HTTP Status Code = ${response.status}; HTTP Message = ${response.statusText}`,
    };
  } catch (error) {
    const { name, cause } = error as Error;
    const code = (cause as { code?: string } | undefined)?.code;
    return { ok: false, description: code ?? name };
  }
}
