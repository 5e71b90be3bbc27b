/** An answer of the callback port. */
export interface CallbackAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
}

/** Internal details. */
const INTERNALS =
  /\bat \S+ \(|\.(?:js|ts):\d+|\bSELECT\b|violates .* constraint|ECONNREFUSED|\/node_modules\//;
const LONGEST = 500;

/** Returns the problems of an answer for which one of these statuses is acceptable. */
export function problemsOfCallbackAnswer(
  { status, header, body }: CallbackAnswer,
  right: readonly number[],
): string[] {
  const isText = header('content-type')?.startsWith('text/plain') ?? false;
  return [
    ...(right.includes(status)
      ? []
      : [`It answered ${status} instead of ${right.join(' or ')}: ${body.slice(0, 200)}`]),
    ...(isText ? [] : ['Its Content-Type is not text/plain.']),
    ...(header('x-content-type-options') === 'nosniff' ? [] : ['A browser may sniff its type.']),
    ...(body.length > LONGEST ? [`It answers ${body.length} characters.`] : []),
    ...(INTERNALS.test(body) ? [`It shows what is inside: ${body.slice(0, 200)}`] : []),
  ];
}
