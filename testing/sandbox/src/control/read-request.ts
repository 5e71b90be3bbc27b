import { parse, type Dto } from '@chat/contracts';
import { PhonePath } from './control.dto';
import { Refusal } from '../refusal';

/** What Postgres cannot store. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
/** Maximum nesting: content in the provider's shape has several levels. */
const MAX_DEPTH = 16;

/** Validates the phone in the path and the body of a call. */
export function readPhoneCall<T extends object>(
  dto: Dto<T>,
  request: { params: unknown; body: unknown },
): { digits: string; body: T } {
  return { digits: parse(PhonePath, request.params, 'refused').digits, body: readBody(dto, request.body) };
}

/** Validates the body of a call; an absent body counts as empty. */
export function readBody<T extends object>(dto: Dto<T>, body: unknown): T {
  const value = body ?? {};
  requirePlain(value, MAX_DEPTH);
  return parse(dto, value, 'refused');
}

/** Reads a time in ISO 8601. */
export function readTime(text: string, member: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Refusal(422, `${member} must be a time in ISO 8601.`);
  return time;
}

function requirePlain(value: unknown, depth: number): void {
  if (typeof value === 'string' && UNSTORABLE.test(value)) {
    throw new Refusal(422, 'Remove NUL characters and lone surrogates from the texts.');
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0)
    throw new Refusal(422, 'The body is nested too deep. Send the members that the call takes.');
  for (const member of Object.values(value)) requirePlain(member, depth - 1);
}
