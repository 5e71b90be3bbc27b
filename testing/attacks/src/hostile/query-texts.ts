/** A value after `name=` in a query string, already percent-encoded. */
export interface HostileText {
  readonly name: string;
  readonly text: string;
  readonly isNeverTaken?: true;
  /** Whether it is hostile only by an unknown name, which the legacy surfaces ignore. */
  readonly isUnknown?: true;
}

const never = (name: string, text: string): HostileText => ({ name, text, isNeverTaken: true });

export const hostileTexts: readonly HostileText[] = [
  never('NUL', 'a%00b'),
  never('a surrogate in UTF-8', '%ED%A0%80'),
  never('invalid UTF-8', '%ff%fe'),
  never('an overlong slash', '%c0%af'),
  never('an incomplete escape', '%'),
  never('an escape without hexadecimal digits', '%zz'),
  { name: 'nothing', text: '' },
  { name: 'a space', text: '%20' },
  { name: '0', text: '0' },
  { name: '-1', text: '-1' },
  { name: '-0', text: '-0' },
  { name: '+1', text: '%2B1' },
  { name: '1.0', text: '1.0' },
  { name: '1e2', text: '1e2' },
  { name: '0x10', text: '0x10' },
  { name: '101', text: '101' },
  { name: '2^53+1', text: '9007199254740993' },
  { name: '2^63', text: '9223372036854775808' },
  { name: '400 digits', text: '9'.repeat(400) },
  { name: 'a number before a space', text: '5%20' },
  { name: 'digits of another script', text: '%D9%A1%D9%A2' },
  { name: 'NaN', text: 'NaN' },
  { name: 'Infinity', text: 'Infinity' },
  { name: 'null', text: 'null' },
  { name: 'undefined', text: 'undefined' },
  { name: 'true', text: 'true' },
  { name: '[object Object]', text: '%5Bobject%20Object%5D' },
  { name: 'SQL', text: '1%27%20OR%201%3D1%3B--' },
  { name: 'wildcards', text: '%25_%25%5C' },
  { name: 'many wildcards', text: '%25'.repeat(90) },
  { name: 'a template', text: '%24%7B7*7%7D' },
  { name: 'a header', text: 'x%0d%0aX-Injected:%201' },
  { name: 'JSON', text: '%7B%22%24gt%22%3A1%7D' },
  { name: '5,000 characters', text: 'x'.repeat(5_000) },
  { name: 'a forged cursor', text: 'eyJpZCI6MX0' },
  { name: '__proto__', text: '__proto__' },
];

const unknown = (name: string, text: string): HostileText => ({
  name,
  text,
  isNeverTaken: true,
  isUnknown: true,
});

/** Replacements for a whole query string. */
export const hostileQueries: readonly HostileText[] = [
  unknown('an unknown member', 'nobody_knows_this=1'),
  never('a member __proto__', '__proto__=1'),
  unknown('a member __proto__ in brackets', '__proto__[isAdmin]=1'),
  never('a member constructor', 'constructor=1'),
  never('a member toString', 'toString=1'),
  unknown('a member without a name', '=1'),
  never('NUL in a name', 'a%00=1'),
  unknown('1,000 members', Array.from({ length: 1_000 }, (_, index) => `m${index}=1`).join('&')),
  unknown('a method override', '_method=DELETE'),
  unknown('an account id', 'account_id=1'),
];

/** Replacements for a path parameter; none of them names a record. */
export const hostileSegments: readonly HostileText[] = [
  ...hostileTexts.filter(({ text }) => text !== ''),
  { name: 'dots', text: '..' },
  { name: 'dots, encoded', text: '%2e%2e' },
  { name: 'dots, encoded twice', text: '%252e%252e' },
  { name: 'a slash, encoded', text: '..%2f..%2fping' },
  { name: 'a backslash', text: '..%5c..%5cping' },
  { name: 'a semicolon', text: '1;id=2' },
  { name: 'a question mark, encoded', text: '1%3fx=1' },
  { name: 'a hash, encoded', text: '1%23' },
  { name: 'a wildcard', text: '*' },
  { name: 'a list', text: '1,2' },
  { name: 'constructor', text: 'constructor' },
  { name: '200 characters', text: '1'.repeat(200) },
];
