import { gzipSync } from 'node:zlib';
import type { UploadClass } from '@chat/contracts';
import { FORM_TYPE, formOf, partOf, picture } from '../http/form';

/** A whole body, with its declared type. */
export interface HostileBody {
  readonly name: string;
  readonly body: string | Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False when some route may legitimately accept it. */
  readonly isNeverTaken?: boolean;
  /** Whether it is hostile only by an unknown member, which the legacy surfaces ignore. */
  readonly isUnknown?: true;
  /** Whether a quick run sends it only to a sample of the routes, because it is heavy. */
  readonly isHeavy?: true;
}

const MEBIBYTE = 1024 * 1024;
const heavy = (name: string, body: string | Buffer): HostileBody => ({ name, body, isHeavy: true });

/** Bodies that are invalid for every route. */
export const hostileBodies: readonly HostileBody[] = [
  { name: 'a list', body: '[]' },
  { name: 'a text', body: '"text"' },
  { name: 'a number', body: '1' },
  { name: 'null', body: 'null' },
  { name: 'a truncated object', body: '{"a":' },
  { name: 'two objects', body: '{}{}' },
  { name: 'a comment', body: '{}//x' },
  { name: 'a trailing comma', body: '{"a":1,}' },
  { name: 'single quotes', body: "{'a':1}" },
  { name: 'two byte order marks', body: '\ufeff\ufeff{}' },
  { name: 'UTF-16', body: Buffer.from('{"a":1}', 'utf16le') },
  { name: 'invalid UTF-8', body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { name: 'NUL bytes', body: Buffer.alloc(100) },
  { name: 'a member __proto__', body: '{"__proto__":{"isAdmin":true}}' },
  { name: 'a member constructor', body: '{"constructor":{"prototype":{"isAdmin":true}}}' },
  { name: 'a member toString', body: '{"toString":null}' },
  { name: 'an unknown member with an empty name', body: '{"":1}', isUnknown: true },
  { name: '10,000 unknown members', body: objectOf(10_000) },
  { name: '100,000 levels of lists', body: '['.repeat(100_000) },
  { name: '100,000 levels of objects', body: '{"a":'.repeat(100_000) },
  { name: '33 levels', body: '{"a":'.repeat(33) + '1' + '}'.repeat(33) },
  heavy('a mebibyte of lists', `{"a":[${'[],'.repeat(MEBIBYTE / 3 - 10)}[]]}`),
  heavy('a mebibyte of digits', `{"a":1${'0'.repeat(MEBIBYTE - 20)}}`),
  heavy('a mebibyte of backslashes', `{"a":"${'\\'.repeat(MEBIBYTE - 20)}`),
  heavy('one byte more than a mebibyte', `{"a":"${'x'.repeat(MEBIBYTE - 7)}"}`),
  heavy('four mebibytes', `{"a":"${'x'.repeat(4 * MEBIBYTE)}"}`),
  { name: 'text/plain', body: '{}x', type: 'text/plain' },
  { name: 'a form of a page', body: 'a=1', type: 'application/x-www-form-urlencoded' },
  {
    name: 'XML with an entity',
    body: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
    type: 'application/xml',
  },
  { name: 'YAML', body: 'a: !!js/function x', type: 'application/yaml' },
  { name: 'a type without names', body: '{}x', type: '/' },
  { name: 'a type of 4,000 characters', body: '{}x', type: `application/${'x'.repeat(4_000)}` },
  {
    name: 'JSON in another character set',
    body: '{"a":1}',
    type: 'application/json; charset=utf-7',
    isUnknown: true,
  },
  { name: 'gzip', body: gzipSync('{"a":1}'), headers: { 'content-encoding': 'gzip' } },
  {
    name: 'a bomb of gzip',
    body: gzipSync(Buffer.alloc(50 * MEBIBYTE)),
    headers: { 'content-encoding': 'gzip' },
  },
  { name: 'a form without a boundary', body: '--x\r\n\r\n--x--', type: 'multipart/form-data' },
  {
    name: 'a form that never ends',
    body: '--limit\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
    type: FORM_TYPE,
  },
  { name: 'a form without any part', body: 'nothing of it', type: FORM_TYPE },
  { name: 'a form with a part that has no name', body: partOf('form-data', 'x'), type: FORM_TYPE },
  {
    name: 'a form with a member __proto__',
    body: partOf('form-data; name="__proto__"', 'x'),
    type: FORM_TYPE,
  },
  {
    name: 'a form of 2,000 parts',
    body: partOf('form-data; name="a"', '1').toString().repeat(2_000),
    type: FORM_TYPE,
  },
];

/**
 * Forms with files of a false type; `member` takes a file of that class, and with a proper file the form would be
 * valid.
 */
export function hostileUploads(
  member: string,
  uploadClass: UploadClass,
  texts: Readonly<Record<string, unknown>>,
): HostileBody[] {
  const isNeverTaken = uploadClass !== 'document';
  const file = (name: string, filename: string, type: string, bytes: string | Buffer): HostileBody => ({
    name: `${member}: ${name}`,
    isNeverTaken,
    ...formOf(texts, [{ name: member, filename, type, bytes }]),
  });
  const good = picture(member);
  return [
    file('a page declared as a picture', 'a.png', 'image/png', '<html><script>alert(1)</script></html>'),
    file(
      'a drawing with a script',
      'a.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
    ),
    file('a program', 'a.exe', 'application/octet-stream', 'MZ\u0090\u0000'),
    file('nothing', 'a.png', 'image/png', ''),
    file('a filename that traverses folders', '../../../../etc/cron.d/x', 'image/png', 'x'),
    file('a filename with backslashes', '..\\..\\windows\\x', 'image/png', 'x'),
    file('a filename with NUL', 'a.png\u0000.html', 'image/png', 'x'),
    file('a filename with a header', 'a%0d%0aX: 1', 'image/png', 'x'),
    file('a filename of 10,000 characters', 'x'.repeat(10_000), 'image/png', 'x'),
    file('a type with a header', 'a.png', 'image/png\r\nX-Injected: 1', 'x'),
    {
      ...file('more than any class takes', 'a.bin', 'image/png', Buffer.alloc(101 * MEBIBYTE)),
      isNeverTaken: true,
      isHeavy: true,
    },
    { name: `${member}: two files`, ...formOf(texts, [good, good]) },
    {
      name: `${member}: the good file before a part that never ends`,
      body: unended(formOf(texts, [good]).body),
      type: FORM_TYPE,
    },
    { name: `${member}: a text in place of a file`, ...formOf({ ...texts, [member]: 'x' }, []) },
    {
      name: `${member}: the reference of a stored file`,
      body: JSON.stringify({
        ...texts,
        [member]: { blob: '1/2026-01-01/x', size: 1, mime_type: 'image/png', filename: null },
      }),
    },
    {
      name: `${member}: the reference of a stored file, in a form`,
      ...formOf({ ...texts, [member]: { blob: '1/2026-01-01/x' } }, []),
    },
  ];
}

function unended(form: Buffer): Buffer {
  return form.subarray(0, -'--limit--\r\n'.length - 10);
}

function objectOf(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1])));
}
