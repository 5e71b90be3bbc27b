export type Coding = 'br' | 'gzip';

/** Returns the first of the codings that an `Accept-Encoding` accepts; null if it accepts none, or there is none. */
export function preferredCoding(
  acceptEncoding: string | undefined,
  codings: readonly Coding[],
): Coding | null {
  const entries = (acceptEncoding ?? '').split(',').map((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return { name, isAccepted: !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  const named = (name: string) => entries.find((entry) => entry.name === name);
  return codings.find((coding) => (named(coding) ?? named('*'))?.isAccepted) ?? null;
}
