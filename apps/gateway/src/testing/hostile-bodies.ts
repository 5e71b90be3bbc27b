/** The largest JSON body that the gateway reads. */
const LIMIT_BYTES = 1024 * 1024;

/** `opening`, as many items as fit into the limit, and `closing`. */
function filled(opening: string, item: (index: number) => string, closing: string): string {
  const items: string[] = [];
  let size = Buffer.byteLength(opening + closing);
  for (let index = 0; ; index += 1) {
    const next = item(index);
    size += Buffer.byteLength(next) + 1;
    if (size > LIMIT_BYTES) return opening + items.join(',') + closing;
    items.push(next);
  }
}

/** Texts of a mebibyte that make a reader of JSON work as hard as their size lets them. */
export const hostileBodies: Readonly<Record<string, string>> = {
  'empty arrays': filled('{"message":[', () => '[]', ']}'),
  'empty objects': filled('{"message":[', () => '{}', ']}'),
  'arrays in arrays': filled('{"message":[', () => '[[[[[[[[]]]]]]]]', ']}'),
  'objects with one member': filled('{"events":[', (index) => `{"k${index % 7}":1}`, ']}'),
  'unknown members': filled('{', (index) => `"k${index}":1`, '}'),
  'unknown members with empty names and texts': filled('{', () => '"":""', '}'),
  'long names': filled('{', (index) => `"${String(index).padEnd(20_000, 'x')}":1`, '}'),
  'one name of a mebibyte': filled('{', () => `"${'x'.repeat(LIMIT_BYTES - 16)}":1`, '}'),
  'control characters in names': filled('{', (index) => `"${index}${'\\u0001'.repeat(3_000)}":1`, '}'),
  'single digits': filled('{"message":[', () => '7', ']}'),
  'long fractions': filled('{"message":[', () => '0.12345678901234567', ']}'),
  'one name again and again': filled('{', () => '"message":1', '}'),
  '32 levels of lists': filled('{"message":[', () => '['.repeat(29) + ']'.repeat(29), ']}'),
  '32 levels of objects': filled('{"message":[', () => '{"a":'.repeat(29) + '1' + '}'.repeat(29), ']}'),
  '500,000 levels': '['.repeat(LIMIT_BYTES / 2) + ']'.repeat(LIMIT_BYTES / 2),
  'texts where a list of texts belongs': filled('{"events":[', () => '"a"', ']}'),
  'numbers where a list of texts belongs': filled('{"events":[', () => '1', ']}'),
  'one text of plain letters': filled('{"message":"', () => 'a'.repeat(LIMIT_BYTES - 20), '"}'),
  'one text of surrogate pairs': filled('{"message":"', () => '👍'.repeat(LIMIT_BYTES / 4 - 10), '"}'),
  'one text of escaped halves': filled('{"message":"', () => '\\ud83d'.repeat(LIMIT_BYTES / 6 - 10), '"}'),
  'one text that ends in NUL': filled(
    '{"message":"',
    () => 'é'.repeat(LIMIT_BYTES / 2 - 20) + '\\u0000',
    '"}',
  ),
  'commas and no JSON': ','.repeat(LIMIT_BYTES),
  'quotes and no JSON': '"'.repeat(LIMIT_BYTES - 1),
  'backslashes in a text that never ends': '{"message":"' + '\\'.repeat(LIMIT_BYTES - 20),
};
