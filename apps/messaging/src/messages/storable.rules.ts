/**
 * Anybody may write to us, and Postgres holds neither NUL characters nor lone surrogates. The former are left out,
 * the latter become U+FFFD.
 */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The same for every text in a value of JSON, the names of its members included. */
export function storableJson(value: object): string {
  // JSON.stringify escapes a surrogate only where it stands alone. Other escapes are matched to be passed over.
  return JSON.stringify(value).replace(/\\(u0000|ud[89a-f]..|.)/g, (escape, what: string) => {
    if (what === 'u0000') return '';
    return what.startsWith('ud') ? '\ufffd' : escape;
  });
}
