import type { RawPart } from '../http/raw-exchange';

/** Bytes for a connection, and the acceptable statuses. */
export interface Shape {
  readonly name: string;
  readonly parts: readonly RawPart[];
  /** The statuses of all answers, joined by `, `. */
  readonly answers: RegExp;
  readonly mayCloseSilently?: true;
}

const REFUSED = /^400$/;
const NOT_FOUND = /^404$/;
const END = '\r\n';

/**
 * @param key the header lines of a valid credential.
 * @param text a text that no record may ever have.
 */
export function protocolShapes(key: string, text: string): Shape[] {
  const hidden = hiddenRequest(key, text);
  return [...smuggling(key, hidden), ...malformed(key), ...floods(key), ...overrides(key), ...paths(key)];
}

/** Would create a ticket type if it were parsed as a request. */
function hiddenRequest(key: string, text: string): string {
  const body = JSON.stringify({ key: text, name: text });
  return (
    `POST /v1/ticket-types HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

/** Requests whose end two parsers would see in different places. */
function smuggling(key: string, hidden: string): Shape[] {
  const head = (lines: string) =>
    `POST /v1/contacts HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\n${lines}\r\n`;
  const shape = (name: string, lines: string, body: string): Shape => ({
    name,
    parts: [head(lines) + body],
    answers: REFUSED,
  });
  const length = Buffer.byteLength(hidden);
  return [
    shape(
      'Content-Length and Transfer-Encoding',
      `Content-Length: ${length + 5}\r\nTransfer-Encoding: chunked\r\n`,
      `0\r\n\r\n${hidden}`,
    ),
    shape(
      'Transfer-Encoding and Content-Length',
      'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
      `0\r\n\r\n${hidden}`,
    ),
    shape('two lengths that differ', `Content-Length: 2\r\nContent-Length: ${length + 2}\r\n`, `{}${hidden}`),
    shape('two lengths in one header', `Content-Length: 2, ${length + 2}\r\n`, `{}${hidden}`),
    shape('a length with a sign', 'Content-Length: +2\r\n', `{}${hidden}`),
    shape('a negative length', 'Content-Length: -1\r\n', hidden),
    shape('a length in hexadecimal', 'Content-Length: 0x2\r\n', `{}${hidden}`),
    shape('a length beyond 2^64', 'Content-Length: 18446744073709551618\r\n', `{}${hidden}`),
    shape('an encoding that is not chunked', 'Transfer-Encoding: identity\r\n', hidden),
    shape('chunked, and then not', 'Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`),
    shape('chunked in another spelling', 'Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`),
    shape(
      'a space before the colon',
      'Content-Length: 2\r\nTransfer-Encoding : chunked\r\n',
      `0\r\n\r\n${hidden}`,
    ),
    shape('a folded header', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 2\r\n', `{}${hidden}`),
    shape('a vertical tab in the encoding', 'Transfer-Encoding: \u000bchunked\r\n', `0\r\n\r\n${hidden}`),
    shape('an invalid chunk size', 'Transfer-Encoding: chunked\r\n', `zz\r\n{}\r\n0\r\n\r\n`),
    shape(
      'a chunk size beyond 2^64',
      'Transfer-Encoding: chunked\r\n',
      `10000000000000002\r\n{}\r\n0\r\n\r\n`,
    ),
    shape('a chunk that is longer than it says', 'Transfer-Encoding: chunked\r\n', `1\r\n{}\r\n0\r\n\r\n`),
    shape('a lone line feed after a chunk size', 'Transfer-Encoding: chunked\r\n', `2\n{}\r\n0\r\n\r\n`),
    shape(
      'an extension of a chunk without end',
      'Transfer-Encoding: chunked\r\n',
      `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    ),
    {
      name: 'a whole request as a body, which is not JSON',
      parts: [head(`Content-Length: ${length}\r\n`) + hidden],
      answers: REFUSED,
    },
    {
      name: 'a body on a GET',
      parts: [`GET /v1/ping HTTP/1.1\r\nHost: x\r\n${key}Content-Length: ${length}\r\n\r\n${hidden}`],
      answers: /^(200|415)$/,
    },
    {
      name: 'a body that is shorter than it says',
      parts: [head('Content-Length: 1000\r\n') + '{}'],
      answers: REFUSED,
    },
  ];
}

/** Bytes that are not valid HTTP. */
function malformed(key: string): Shape[] {
  const shape = (name: string, bytes: string | Buffer, more: Partial<Shape> = {}): Shape => ({
    name,
    parts: [bytes],
    answers: REFUSED,
    ...more,
  });
  const get = (lines: string) => `GET /v1/ping HTTP/1.1\r\nHost: x\r\n${key}${lines}\r\n`;
  return [
    shape('no HTTP', 'HELO there\r\n\r\n'),
    shape('a handshake of TLS', Buffer.from('16030100a5010000a10303', 'hex')),
    shape('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    shape('HTTP/0.9', 'GET /v1/ping\r\n\r\n', { answers: /^40[01]$/ }),
    shape('HTTP/3.7', `GET /v1/ping HTTP/3.7\r\nHost: x\r\n${key}\r\n`),
    shape('an unknown method', `STEAL /v1/ping HTTP/1.1\r\nHost: x\r\n${key}\r\n`),
    shape('a method in small letters', `get /v1/ping HTTP/1.1\r\nHost: x\r\n${key}\r\n`),
    shape('a header without a colon', get('nothing\r\n')),
    shape('a header without a name', get(': x\r\n')),
    shape('NUL in the name of a header', get('a\u0000b: x\r\n')),
    shape('NUL in a header', get('x-request-id: a\u0000b\r\n')),
    shape('a carriage return in a header', get('x-note: a\rb\r\n')),
    shape('NUL in the path', `GET /v1/ping\u0000 HTTP/1.1\r\nHost: x\r\n${key}\r\n`),
    shape(
      'letters beyond ASCII in the path',
      Buffer.from(`GET /v1/p\u00efng HTTP/1.1\r\nHost: x\r\n${key}\r\n`),
      { answers: /^(400|404)$/ },
    ),
    shape(
      'line feeds without carriage returns',
      `GET /v1/ping HTTP/1.1\nHost: x\n${key.replaceAll(END, '\n')}\n`,
      {
        answers: /^(200|400)$/,
      },
    ),
    shape('a tunnel', `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n${key}\r\n`, {
      answers: /^40[045]$/,
      mayCloseSilently: true,
    }),
    shape('an echo', `TRACE /v1/ping HTTP/1.1\r\nHost: x\r\n${key}\r\n`, { answers: /^40[045]$/ }),
    shape('the options of everything', `OPTIONS * HTTP/1.1\r\nHost: x\r\n${key}\r\n`, {
      answers: /^40[045]$/,
    }),
    shape(
      'an address of another host',
      `GET http://169.254.169.254/latest HTTP/1.1\r\nHost: x\r\n${key}\r\n`,
      { answers: /^40[04]$/ },
    ),
    shape(
      'another protocol',
      get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n'),
      { answers: /^(200|400)$/ },
    ),
    shape(
      'a WebSocket',
      get(
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n',
      ),
      { answers: /^(200|400)$/ },
    ),
    shape('an unsatisfiable expectation', get('Expect: miracles\r\n'), { answers: /^(200|400|417)$/ }),
    shape('no Host', `GET /v1/ping HTTP/1.1\r\n${key}\r\n`, { answers: /^(200|400)$/ }),
    shape('a Host of NUL', `GET /v1/ping HTTP/1.1\r\nHost: \u0000\r\n${key}\r\n`),
    shape('two Hosts', get('Host: y\r\n'), { answers: /^(200|400)$/ }),
    shape('a request id with markup', get('x-request-id: <script>\r\n'), { answers: /^200$/ }),
    shape('an invalid trace', get('traceparent: 00-zz-zz-01\r\n'), { answers: /^200$/ }),
    shape('an answer of one byte from the past', get('Range: bytes=0-0\r\nIf-Range: x\r\n'), {
      answers: /^200$/,
    }),
  ];
}

/** Excessive amounts. */
function floods(key: string): Shape[] {
  const get = (lines: string) => `GET /v1/ping HTTP/1.1\r\nHost: x\r\n${key}${lines}\r\n`;
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => `h${index}: ${index}\r\n`).join('');
  return [
    { name: 'headers of 100 KiB', parts: [get(`x: ${'a'.repeat(100_000)}\r\n`)], answers: REFUSED },
    { name: '20,000 headers', parts: [get(many(20_000))], answers: REFUSED },
    {
      name: 'a path of 100 KiB',
      parts: [`GET /v1/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n${key}\r\n`],
      answers: REFUSED,
    },
    {
      name: '2,500 small headers before a second credential',
      parts: [
        `GET /v1/contacts HTTP/1.1\r\nHost: x\r\n${key}${'a:b\r\n'.repeat(2_500)}client-secret: other\r\n\r\n`,
      ],
      answers: REFUSED,
    },
    {
      name: '2,000 requests at once on one connection',
      parts: [get('').repeat(2_000)],
      answers: /^200(, 200)*$/,
      mayCloseSilently: true,
    },
  ];
}

/** Methods hidden in a header, out of sight of a filter on the request line. */
function overrides(key: string): Shape[] {
  return ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].flatMap((header) => [
    {
      name: `GET with ${header}: POST`,
      parts: [`GET /v1/ping HTTP/1.1\r\nHost: x\r\n${key}${header}: POST\r\n\r\n`],
      answers: /^200$/,
    },
    {
      name: `POST with ${header}: GET`,
      parts: [`POST /v1/ping HTTP/1.1\r\nHost: x\r\n${key}${header}: GET\r\nContent-Length: 0\r\n\r\n`],
      answers: NOT_FOUND,
    },
  ]);
}

/** Other spellings of paths, which must not bypass the credential check. */
function paths(key: string): Shape[] {
  const spellings = [
    '/v1/%63ontacts',
    '/%761/contacts',
    '//v1/contacts',
    '/v1//contacts',
    '/v1/contacts/',
    '/v1/contacts//',
    '/v1/./contacts',
    '/v1/x/../contacts',
    '/v1/%2e/contacts',
    '/healthz/../v1/contacts',
    '/healthz/..%2fv1/contacts',
    '/V1/contacts',
    '/v1/CONTACTS',
    '/v1/contacts;x=1',
    '/v1/contacts%00',
    '/v1/contacts%20',
    '/v1/contacts%3f',
    '/v1/contacts.json',
    '/v1\\contacts',
    '/v1/contacts#x',
    '/v1/contacts?x=/healthz',
    '/v1%2fcontacts',
    '/openapi.json/../v1/contacts',
  ];
  const get = (path: string, lines: string) => [`GET ${path} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`];
  return [
    ...spellings.map((path) => ({
      name: `${path} without a credential`,
      parts: get(path, ''),
      answers: /^40[014]$/,
    })),
    ...spellings.map((path) => ({
      name: `${path} with a credential`,
      parts: get(path, key),
      answers: /^(200|400|404|422)$/,
    })),
  ];
}
