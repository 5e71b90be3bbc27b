import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rotateWebhookSecret } from '@chat/contracts/webhooks';
import { hasProgram, type Program } from '@chat/test-kit/programs';
import { codeOf } from '../testing/guide';
import { WebhooksHarness } from '../testing/webhooks-harness';

interface Case {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

/** A language of the guide, and how to run its code block on cases from standard input. */
interface Language {
  name: string;
  block: string;
  /** What runs it; null for the Node that runs this. */
  program: Program | null;
  files: (code: string) => Record<string, string>;
  run: string[];
}

const languages: Language[] = [
  {
    name: 'Node.js',
    block: 'js',
    program: null,
    files: (code) => ({
      'verify.mjs': `${code}
import { readFileSync } from 'node:fs';
const cases = JSON.parse(readFileSync(0));
console.log(JSON.stringify(cases.map(({ secret, headers, body }) => isVerified(secret, headers, Buffer.from(body)))));`,
    }),
    run: ['verify.mjs'],
  },
  {
    name: 'Python',
    block: 'python',
    program: 'python3',
    files: (code) => ({
      'verify.py': `${code}
import json, sys
print(json.dumps([is_verified(c["secret"], c["headers"], c["body"].encode()) for c in json.load(sys.stdin)]))`,
    }),
    run: ['verify.py'],
  },
  {
    name: 'PHP',
    block: 'php',
    program: 'php',
    files: (code) => ({
      'verify.php': `${code}
$cases = json_decode(file_get_contents('php://stdin'), true);
echo json_encode(array_map(fn ($c) => isVerified($c['secret'], $c['headers'], $c['body']), $cases));`,
    }),
    run: ['verify.php'],
  },
  {
    name: 'Ruby',
    block: 'ruby',
    program: 'ruby',
    files: (code) => ({
      'verify.rb': `${code}
require "json"
puts JSON.generate(JSON.parse($stdin.read).map { |c| verified?(c["secret"], c["headers"], c["body"]) })`,
    }),
    run: ['verify.rb'],
  },
  {
    name: 'Go',
    block: 'go',
    program: 'go',
    files: (code) => ({
      'verify.go': code,
      'main.go': `package main

import (
	"encoding/json"
	"net/http"
	"os"
)

func main() {
	var cases []struct {
		Secret  string
		Headers map[string]string
		Body    string
	}
	json.NewDecoder(os.Stdin).Decode(&cases)
	verdicts := []bool{}
	for _, c := range cases {
		header := http.Header{}
		for name, value := range c.Headers {
			header.Set(name, value)
		}
		verdicts = append(verdicts, isVerified(c.Secret, header, []byte(c.Body)))
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}`,
    }),
    run: ['run', 'verify.go', 'main.go'],
  },
];

/** Long enough for code that must be compiled first. */
const COMPILE_MS = 180_000;

describe('the code in the receivers’ guide', () => {
  let webhooks: WebhooksHarness;
  let cases: { name: string; isGenuine: boolean; given: Case }[];
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-guide-'));
    webhooks = await WebhooksHarness.start();
    const receiver = await webhooks.startReceiver();
    const { webhook, secret: former } = await webhooks.register(receiver.url);
    const { secret } = await webhooks.service.bus.request(
      rotateWebhookSecret,
      { params: { id: webhook.id } },
      webhooks.context,
    );
    await webhooks.publish('Café "Zoë" 📦');
    const { headers: all, body } = await receiver.waitFor('device.connected');
    const headers = Object.fromEntries(
      Object.entries(all).filter(([name]) => name.startsWith('webhook-')),
    ) as Case['headers'];
    const genuine = { secret, headers, body };
    const without = (name: string) => ({ ...headers, [name]: '' });
    cases = [
      { name: 'the new secret', isGenuine: true, given: genuine },
      { name: 'the secret before', isGenuine: true, given: { ...genuine, secret: former } },
      {
        name: 'a foreign secret',
        isGenuine: false,
        given: { ...genuine, secret: `whsec_${'A'.repeat(43)}=` },
      },
      { name: 'another body', isGenuine: false, given: { ...genuine, body: body.replace('Zoë', 'Zoe') } },
      {
        name: 'another id',
        isGenuine: false,
        given: { ...genuine, headers: { ...headers, 'webhook-id': 'x' } },
      },
      {
        name: 'no signature',
        isGenuine: false,
        given: { ...genuine, headers: without('webhook-signature') },
      },
      { name: 'no id', isGenuine: false, given: { ...genuine, headers: without('webhook-id') } },
      {
        name: 'an old request',
        isGenuine: false,
        given: { ...genuine, headers: { ...headers, 'webhook-timestamp': '1700000000' } },
      },
    ];
  });

  afterAll(async () => {
    await webhooks.stop();
    await rm(folder, { recursive: true, force: true });
  });

  for (const { name, block, program, files, run } of languages) {
    const isHere = program === null || hasProgram(program);
    const test = async () => {
      for (const [file, text] of Object.entries(files(await codeOf(block))))
        await writeFile(join(folder, file), text);
      const { stdout, stderr } = spawnSync(program ?? process.execPath, run, {
        cwd: folder,
        input: inAscii(JSON.stringify(cases.map(({ given }) => given))),
        encoding: 'utf8',
      });
      const verdicts = stdout ? (JSON.parse(stdout) as boolean[]) : stderr;
      expect(verdicts).toEqual(cases.map(({ isGenuine }) => isGenuine));
    };
    (isHere ? it : it.skip)(`tells genuine requests from others in ${name}`, test, COMPILE_MS);
  }
});

/** Escapes all non-ASCII characters, so that programs read the JSON alike in every locale. */
function inAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
