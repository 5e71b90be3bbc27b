import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { hasProgram } from '@chat/test-kit/programs';
import { codeOf } from './guide';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = '{}';
const now = String(Math.floor(Date.now() / 1000));
const signature = createHmac('sha256', Buffer.alloc(32, 7)).update(`x.${now}.${body}`).digest('base64');
const genuine = { 'webhook-id': 'x', 'webhook-timestamp': now, 'webhook-signature': `v1,${signature}` };

/** Headers that an attacker may send; servers decode header bytes as Latin-1. */
const forgeries = [
  ['a signature with a character of two bytes', { 'webhook-signature': `v1,${signature.slice(0, -1)}é` }],
  ['a signature of two bytes', { 'webhook-signature': 'é' }],
  ['a timestamp of a superscript digit', { 'webhook-timestamp': '²' }],
  ['a timestamp of thousands of digits', { 'webhook-timestamp': '9'.repeat(5_000) }],
  ['a negative timestamp', { 'webhook-timestamp': `-${now}` }],
  ['an empty timestamp', { 'webhook-timestamp': '' }],
] as const;

const programs = [
  {
    language: 'js',
    program: null,
    options: ['--input-type=module', '--eval'],
    last: `import { readFileSync } from 'node:fs';
const { secret, all, body } = JSON.parse(readFileSync(0));
console.log(JSON.stringify(all.map((headers) => isVerified(secret, headers, Buffer.from(body)))));`,
  },
  {
    language: 'python',
    program: 'python3',
    options: ['-c'],
    last: `import json, sys
given = json.load(sys.stdin)
print(json.dumps([is_verified(given["secret"], headers, given["body"].encode()) for headers in given["all"]]))`,
  },
] as const;

describe.each(programs)('the code in $language of the receivers’ guide', (one) => {
  const { language, program, options, last } = one;
  const isHere = program === null || hasProgram(program);

  /** Runs the code on these requests. @returns its results, or its error output if it fails. */
  async function verdictsOn(all: object[]): Promise<unknown> {
    const code = `${await codeOf(language)}\n${last}`;
    const input = JSON.stringify({ secret, body, all });
    const { stdout, stderr } = spawnSync(program ?? process.execPath, [...options, code], {
      input,
      encoding: 'utf8',
    });
    return stdout ? JSON.parse(stdout) : stderr;
  }

  (isHere ? it.each(forgeries) : it.skip.each(forgeries))('refuses %s without failing', async (_, forged) => {
    expect(await verdictsOn([genuine, { ...genuine, ...forged }])).toEqual([true, false]);
  });
});
