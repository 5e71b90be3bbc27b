import { verifyWebhook, WebhookVerificationError } from '@chat/client';

export type Verdict =
  | { readonly kind: 'genuine' | 'old' | 'early' | 'reserialized' | 'whitespace' }
  | { readonly kind: 'wrong' | 'badTimestamp' | 'badSecret' }
  | { readonly kind: 'missing'; readonly header: string };

export interface PastedRequest {
  readonly headers: string;
  readonly body: string;
  readonly secret: string;
}

const TOLERANCE_SECONDS = 300;
const needed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Judges a request that somebody pasted, as receivers do, and finds out what may have happened to its body. */
export async function judge({ headers, body, secret }: PastedRequest, now: number): Promise<Verdict> {
  const given = headersOf(headers);
  const header = needed.find((name) => (given[name] ?? '') === '');
  if (header !== undefined) return { kind: 'missing', header };
  const seconds = Number(given['webhook-timestamp']);
  if (!/^\d{1,12}$/.test(given['webhook-timestamp']!)) return { kind: 'badTimestamp' };
  const isSigned = async (text: string) => {
    try {
      await verifyWebhook(secret.trim(), given, text, { toleranceSeconds: Infinity, now });
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      // The signature is right, and the body is no JSON.
      if (error instanceof SyntaxError) return true;
      throw error;
    }
  };
  try {
    if (await isSigned(body)) {
      const age = now / 1_000 - seconds;
      if (Math.abs(age) <= TOLERANCE_SECONDS) return { kind: 'genuine' };
      return { kind: age > 0 ? 'old' : 'early' };
    }
    if (await isSigned(body.trim())) return { kind: 'whitespace' };
    const compact = compactOf(body);
    if (compact !== null && (await isSigned(compact))) return { kind: 'reserialized' };
    return { kind: 'wrong' };
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'badSecret' };
    throw error;
  }
}

/** Reads headers as tools and logs show them: one a line, and also as JSON. */
function headersOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^[\s"'<>-]*(?:H\s+)?([\w-]+)["']?\s*[:=]\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined) found[name.toLowerCase()] = value!.trim().replaceAll(/^["']|["'],?$|,$/g, '');
  }
  return found;
}

/** The JSON as it is sent, without spaces between its parts. */
function compactOf(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}
