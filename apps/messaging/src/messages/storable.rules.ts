/**
 * Makes a text from a stranger storable: Postgres accepts neither NUL characters nor lone surrogates. The former are
 * removed, the latter become U+FFFD.
 */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** The same for every text in a JSON value, including member names. */
export function storableJson(value: object): string {
  // JSON.stringify escapes a surrogate only if it is alone. Other escapes are matched in order to skip them.
  return JSON.stringify(value).replace(/\\(u0000|ud[89a-f]..|.)/g, (escape, what: string) => {
    if (what === 'u0000') return '';
    return what.startsWith('ud') ? '\ufffd' : escape;
  });
}
