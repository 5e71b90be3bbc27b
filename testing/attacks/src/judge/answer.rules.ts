import { catalogue, type ErrorCode } from '@chat/errors';

/** The acceptable answers to one request. */
export interface Expectation {
  /** The acceptable error codes; any with a 4xx status when absent. */
  readonly codes?: readonly ErrorCode[];
  /** Whether a success is acceptable too. */
  readonly orSuccess?: boolean;
}

export interface JudgedAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
  /** Whether it comes from a legacy surface, which has its own envelope. */
  readonly isLegacy?: boolean;
}

export const unauthenticated: Expectation = { codes: ['unauthenticated'] };
export const refused: Expectation = {};
export const refusedOrDone: Expectation = { orSuccess: true };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Internal details: stacks, SQL and its messages, file paths. */
export const INTERNALS =
  /\bat \S+ \(|\.(?:js|ts):\d+|\bSELECT\b.*\bFROM\b|violates .* constraint|ECONNREFUSED|\/node_modules\//;

/** Returns the problems of an answer: its shape, its status and its code. */
export function problemsOfAnswer(answer: JudgedAnswer, expectation: Expectation): string[] {
  const { status } = answer;
  if (status >= 500) return [`It answered ${status}: ${start(answer.body)}`];
  const envelope = readEnvelope(answer);
  if (!envelope) return [`It answered ${status} without our envelope: ${start(answer.body)}`];
  return [
    ...problemsOfEnvelope(answer, envelope),
    ...problemsOfOutcome(status, envelope, expectation),
    ...(INTERNALS.test(answer.body) ? [`It shows what is inside: ${start(answer.body)}`] : []),
  ];
}

interface Envelope {
  readonly ok: unknown;
  readonly data?: unknown;
  readonly error?: { readonly code?: string; readonly message?: unknown; readonly retryable?: unknown };
  readonly meta?: { readonly request_id?: string };
}

interface LegacyEnvelope {
  readonly status: unknown;
  readonly message?: unknown;
  readonly code?: string;
  readonly data?: unknown;
}

function problemsOfEnvelope(
  { status, header, isLegacy = false }: JudgedAnswer,
  { ok, error, meta }: Envelope,
): string[] {
  const id = (isLegacy ? header('x-request-id') : meta?.request_id) ?? '';
  const isFailure = status >= 400;
  const code = error?.code;
  return [
    problem(ok === !isFailure, `ok does not fit the status ${status}.`),
    problem(UUID.test(id), 'The request id is not a UUID.'),
    problem(header('x-request-id') === id, 'The header X-Request-Id differs from meta.request_id.'),
    problem(header('content-type')?.startsWith('application/json') ?? false, 'Its Content-Type is not JSON.'),
    problem(header('cache-control') === 'no-store', 'It may be cached.'),
    problem(header('x-content-type-options') === 'nosniff', 'A browser may sniff its type.'),
    problem(!isFailure || isKnown(code), `The catalogue does not have its code ${code}.`),
    problem(!isKnown(code) || catalogue[code].status === status, `The status of ${code} is not ${status}.`),
    problem(!isFailure || typeof error?.message === 'string', 'Its error has no message.'),
    problem(
      !isFailure || typeof error?.retryable === 'boolean',
      'Its error does not say whether it is retryable.',
    ),
  ].flat();
}

function problemsOfOutcome(
  status: number,
  { error }: Envelope,
  { codes, orSuccess = false }: Expectation,
): string[] {
  if (status < 300) return problem(orSuccess, `It answered ${status} where it should refuse.`);
  const right = !codes || codes.includes(error?.code as ErrorCode);
  return problem(right, `It answered ${error?.code} instead of ${codes?.join(' or ')}.`);
}

function readEnvelope({ body, isLegacy }: JudgedAnswer): Envelope | null {
  try {
    const value = JSON.parse(body) as unknown;
    if (typeof value !== 'object' || value === null) return null;
    if (isLegacy) return 'status' in value ? readLegacyEnvelope(value) : null;
    return 'ok' in value ? value : null;
  } catch {
    return null;
  }
}

function readLegacyEnvelope({ status, message, code, data }: LegacyEnvelope): Envelope {
  const isKnown = status === 'success' || status === 'error';
  const { retryable } = (data ?? {}) as { retryable?: unknown };
  return { ok: isKnown ? status === 'success' : null, data, error: { code, message, retryable } };
}

function isKnown(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(catalogue, code);
}

function problem(holds: boolean, sentence: string): string[] {
  return holds ? [] : [sentence];
}

function start(body: string): string {
  return body.length > 300 ? `${body.slice(0, 300)}…` : body;
}
