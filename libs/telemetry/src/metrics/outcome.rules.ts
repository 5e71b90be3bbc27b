/** How a request ended, as metrics count it: `refused` is the caller's doing, `failed` is ours. */
export type Outcome = 'ok' | 'refused' | 'failed';

/** The outcome that an HTTP status stands for. */
export function outcomeOf(status: number): Outcome {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

const NAMED = /^[a-z_.]+$/;

/** A path of the provider's API without the ids in it, as in `/{id}/messages`. */
export function endpointOf(path: string): string {
  return path
    .split('/')
    .map((part) => (part === '' || NAMED.test(part) ? part : '{id}'))
    .join('/');
}
