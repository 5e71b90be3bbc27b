/** The largest JSON body that the gateway accepts. */
const LIMIT_BYTES = 1024 * 1024;

/** `opening`, as many items as fit within the limit, and `closing`. */
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

/** A decimal halfway between two doubles, so that rounding it needs every digit. */
const HALFWAY = '1.00000000000000011102230246251565404236316680908203125'.padEnd(100, '0');

/** Bodies of one mebibyte, valid JSON and not, that are as expensive to parse as their size permits. */
export const hostileBodies: Readonly<Record<string, string>> = {
  'empty arrays': filled('{"message":[', () => '[]', ']}'),
  'empty objects': filled('{"message":[', () => '{}', ']}'),
  'arrays in arrays': filled('{"message":[', () => '[[[[[[[[]]]]]]]]', ']}'),
  'objects with one member': filled('{"events":[', (index) => `{"k${index % 7}":1}`, ']}'),
  'unknown members': filled('{', (index) => `"k${index}":1`, '}'),
  'unknown members with long names': filled('{', (index) => `"${String(index).padEnd(120, 'y')}":1`, '}'),
  'unknown members with empty names and texts': filled('{', () => '"":""', '}'),
  'fifty names of 20,000 letters': filled('{', (index) => `"${String(index).padEnd(20_000, 'x')}":1`, '}'),
  'one name of a mebibyte': filled('{', () => `"${'x'.repeat(LIMIT_BYTES - 16)}":1`, '}'),
  'control characters in names': filled('{', (index) => `"${index}${'\\u0001'.repeat(3_000)}":1`, '}'),
  'single digits': filled('{"message":[', () => '7', ']}'),
  'long fractions': filled('{"message":[', () => HALFWAY.padEnd(110, '0'), ']}'),
  'one number of a million digits': filled('{"message":', () => '1'.padEnd(LIMIT_BYTES - 20, '0'), '}'),
  'one name again and again': filled('{', () => '"message":1', '}'),
  '32 levels of lists': filled('{"message":[', () => '['.repeat(29) + ']'.repeat(29), ']}'),
  '32 levels of objects': filled('{"message":[', () => '{"a":'.repeat(29) + '1' + '}'.repeat(29), ']}'),
  '500,000 levels': '['.repeat(LIMIT_BYTES / 2) + ']'.repeat(LIMIT_BYTES / 2),
  'texts in a list of texts': filled('{"events":[', () => '"a"', ']}'),
  'long texts in a list of texts': filled('{"events":[', () => `"${'a'.repeat(110)}"`, ']}'),
  'numbers in a list of texts': filled('{"events":[', () => '1', ']}'),
  rows: filled('{"rows":[', () => '{"title":"a"}', ']}'),
  'rows, as many as are allowed, with wrong members': `{"rows":[${Array(1_000)
    .fill('{"title":1,"more":1,"other":1}')
    .join(',')}]}`,
  'rows, as many as are allowed, of unknown types': `{"contents":[${Array(1_000)
    .fill('{"type":"x","more":{"a":[]}}')
    .join(',')}]}`,
  'any JSON of many values': filled('{"product":[', () => '"é"', ']}'),
  'one text of plain letters': filled('{"message":"', () => 'a'.repeat(LIMIT_BYTES - 20), '"}'),
  'one text of surrogate pairs': filled('{"message":"', () => '👍'.repeat(LIMIT_BYTES / 4 - 10), '"}'),
  'one text of escaped halves': filled('{"message":"', () => '\\ud83d'.repeat(LIMIT_BYTES / 6 - 10), '"}'),
  'one text that ends in NUL': filled(
    '{"message":"',
    () => 'é'.repeat(LIMIT_BYTES / 2 - 20) + '\\u0000',
    '"}',
  ),
  'any JSON of one long text': filled('{"product":"', () => '\\n'.repeat(LIMIT_BYTES / 2 - 20), '"}'),
  'commas and no JSON': ','.repeat(LIMIT_BYTES),
  'quotes and no JSON': '"'.repeat(LIMIT_BYTES - 1),
  'backslashes in a text that never ends': '{"message":"' + '\\'.repeat(LIMIT_BYTES - 20),
};
