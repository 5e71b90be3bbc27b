/** The outcome of a request in the metrics: `refused` is the caller's fault, `failed` is ours. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** Returns the outcome of an HTTP status. */
export function outcomeOf(status: number): Outcome {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

const NAMED = /^[a-z_.]+$/;

/** Returns a path of the provider's API without the ids, as in `/{id}/messages`. */
export function endpointOf(path: string): string {
  return path
    .split('/')
    .map((part) => (part === '' || NAMED.test(part) ? part : '{id}'))
    .join('/');
}
