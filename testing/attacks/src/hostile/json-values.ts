/** A raw JSON value, which may be invalid. */
export interface HostileJson {
  readonly name: string;
  readonly json: string;
  /** Whether every member must refuse it, whatever the contract says. */
  readonly isNeverTaken?: true;
  /** Whether an optional member may treat it as absent, even if the document says that it is too short. */
  readonly isBlank?: true;
}

const text = (name: string, value: string): HostileJson => ({ name, json: JSON.stringify(value) });
const never = (name: string, json: string): HostileJson => ({ name, json, isNeverTaken: true });

/** Values that no service should get in any member. */
const poisonous: readonly HostileJson[] = [
  never('NUL', '"a\\u0000b"'),
  never('a lone high surrogate', '"\\ud800"'),
  never('a lone low surrogate', '"a\\udc00"'),
  never('2^53', '9007199254740992'),
  never('2^53+1', '9007199254740993'),
  never('2^63', '9223372036854775808'),
  never('-2^63-1', '-9223372036854775809'),
  never('1e400', '1e400'),
  never('-1e400', '-1e400'),
  never('a number of 400 digits', '9'.repeat(400)),
  never('a member __proto__', '{"__proto__":{"isAdmin":true}}'),
  never('a member constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'),
  never('a member toString', '{"toString":"x"}'),
  never('a member hasOwnProperty', '[{"hasOwnProperty":1}]'),
  never('NUL in the name of a member', '{"a\\u0000":1}'),
  never('NaN', 'NaN'),
  never('Infinity', 'Infinity'),
  never('a hexadecimal number', '0x10'),
  never('a number with a leading zero', '007'),
  never('a text in single quotes', "'x'"),
  never('a comma', ','),
];

/** Valid JSON of a type that is wrong for most members. */
const strange: readonly HostileJson[] = [
  { name: 'null', json: 'null' },
  { name: 'true', json: 'true' },
  { name: '0', json: '0' },
  { name: '-0', json: '-0' },
  { name: '-1', json: '-1' },
  { name: '1.5', json: '1.5' },
  { name: '1e-400', json: '1e-400' },
  { name: '2^31', json: '2147483648' },
  { name: '2^53-1', json: '9007199254740991' },
  { name: 'an empty list', json: '[]' },
  { name: 'a list of null', json: '[null]' },
  { name: 'a list of lists', json: '[[["a"]]]' },
  { name: 'a list of 1,000 texts', json: JSON.stringify(Array(1_000).fill('a')) },
  { name: 'an empty object', json: '{}' },
  { name: 'an operator of a query language', json: '{"$gt":""}' },
  { name: 'a length without a list', json: '{"length":100000}' },
];

/** Texts that a component behind us may interpret. */
const texts: readonly HostileJson[] = [
  { ...text('an empty text', ''), isBlank: true },
  { ...text('white space', ' \t\n\u3000'), isBlank: true },
  text('a number as a text', '1'),
  text('a negative number as a text', '-1'),
  text('SQL', "x' OR 1=1; DROP TABLE accounts; --"),
  text('wildcards', '%_%\\'),
  text('a template', '${7*7}{{7*7}}<%= 7*7 %>'),
  text('markup', '<script>alert(1)</script>'),
  text('a header', 'x\r\nX-Injected: 1'),
  text('a path', '../../../../etc/passwd'),
  text('a format', '%s%n%x'),
  text('control characters', '\u0001\u001b[31m\u007f'),
  text('text from right to left', '\u202egnp.exe'),
  text('combining marks', `Z${'\u0335'.repeat(90)}`),
  text('one family of seven code points', '👨‍👩‍👧‍👦'),
  text('digits of another script', '١٢٣٤٥'),
  text('full-width digits', '１２３４５'),
  text('256 characters', 'x'.repeat(256)),
  text('10,001 characters', 'x'.repeat(10_001)),
  text('100,000 characters', 'x'.repeat(100_000)),
  text('noncharacters', '\ufffe\uffff'),
  text('__proto__', '__proto__'),
  text('a date', '2026-02-30T25:61:00Z'),
];

/** Every value that is tried in every member. */
export const hostileJson: readonly HostileJson[] = [...poisonous, ...strange, ...texts];
