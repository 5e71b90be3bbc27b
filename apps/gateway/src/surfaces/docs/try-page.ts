import { createHash } from 'node:crypto';
import type { OpenApiDocument } from '@chat/contracts/openapi';
import { html, Html } from '../pages/html';
import type { DocsPage } from './docs-page';

interface Described {
  readonly summary: string;
  readonly tags: readonly [string];
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { examples?: Record<string, { value: object }> }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

/**
 * Sends what the form says, with the credential that was pasted into it and nothing else: a session of the console stays
 * out (`credentials: 'omit'`). The credential is kept nowhere.
 */
const script = `
(() => {
  const form = document.getElementById('try');
  const field = (name) => form.elements.namedItem(name);
  const result = document.getElementById('result');
  const fill = () => {
    const { path, body } = field('operation').selectedOptions[0].dataset;
    field('path').value = path;
    field('body').value = body || '';
    document.getElementById('content').hidden = body === undefined;
  };
  const credential = () => {
    const [id, secret, token] = ['id', 'secret', 'token'].map((name) => field(name).value.trim());
    return token ? { authorization: 'Bearer ' + token } : { 'client-id': id, 'client-secret': secret };
  };
  const read = async (response) => {
    const type = response.headers.get('content-type') || '';
    if (type.startsWith('application/json')) return JSON.stringify(await response.json(), null, 2);
    return type + ', ' + (await response.arrayBuffer()).byteLength + ' bytes';
  };
  const send = async () => {
    const { method, body, key } = field('operation').selectedOptions[0].dataset;
    const headers = credential();
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = 'try-' + Date.now() + '-' + Math.random().toString(36).slice(2);
    if (!field('path').value.startsWith('/v1/')) return 'The path must begin with /v1/.';
    const response = await fetch(form.dataset.base + field('path').value, {
      method, headers, credentials: 'omit', redirect: 'error',
      body: body === undefined ? undefined : field('body').value,
    });
    return response.status + '\\n' + (await read(response));
  };
  field('operation').addEventListener('change', fill);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    result.hidden = false;
    result.textContent = 'Sending…';
    send().then(
      (text) => { result.textContent = text; },
      (error) => { result.textContent = 'No answer: ' + error.message; },
    );
  });
  fill();
  form.hidden = false;
})();
`;

const scriptHash = createHash('sha256').update(script).digest('base64');

/** The headers of the page, beyond those of the other pages: its one script, which may call this service. */
export function tryHeaders(policy: string): Record<string, string> {
  return {
    'content-security-policy': `${policy}; script-src 'sha256-${scriptHash}'; connect-src 'self'`,
    'cache-control': 'no-store',
  };
}

/** A form that sends a request with a credential that the reader pastes. */
export function tryPage(document: OpenApiDocument, base: string): DocsPage {
  return {
    title: 'Try it',
    body: html`<h1>Try it</h1>
      <p>
        Sends a request from your browser to this installation, with the credential that you paste here. It is
        kept nowhere, and your sign-in to the console is not used. The address of your browser must be on the
        allowlist of the key. What you send is real.
      </p>
      <noscript>
        <p>This page needs scripts. With curl: <code>curl -u "$ID:$SECRET" "$BASE/v1/ping"</code></p>
      </noscript>
      <form id="try" data-base="${base}" hidden>
        <label>client-id <input name="id" autocomplete="off" spellcheck="false" placeholder="ck_…" /></label>
        <label>
          client-secret
          <input name="secret" type="password" autocomplete="off" spellcheck="false" placeholder="cs_…" />
        </label>
        <label>
          or an access token
          <input name="token" type="password" autocomplete="off" spellcheck="false" />
        </label>
        <label>
          Operation
          <select name="operation">
            ${groupsOf(document)}
          </select>
        </label>
        <label>Path and query <input name="path" spellcheck="false" required /></label>
        <label id="content">Body <textarea name="body" rows="10" spellcheck="false"></textarea></label>
        <button>Send</button>
      </form>
      <pre id="result" role="status" tabindex="0" hidden></pre>
      ${new Html(`<script>${script}</script>`)}`,
  };
}

/** Every operation of the current version that takes JSON or nothing, ping first. */
function groupsOf(document: OpenApiDocument): Html[] {
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, value]) => ({
        method: method.toUpperCase(),
        path,
        operation: value as unknown as Described,
      })),
    )
    .filter(({ operation }) => isOffered(operation));
  const tags = new Map(operations.map(({ operation }) => [operation.tags[0], [] as Html[]]));
  for (const { method, path, operation } of operations)
    tags.get(operation.tags[0])!.push(optionOf(method, path, operation));
  const ordered = [...tags].sort(([a], [b]) => Number(b === 'Service') - Number(a === 'Service'));
  return ordered.map(([tag, options]) => html`<optgroup label="${tag}">${options}</optgroup> `);
}

function isOffered({ deprecated, requestBody, responses }: Described): boolean {
  const isStream = 'text/event-stream' in (responses['200']?.content ?? {});
  return !deprecated && !isStream && (!requestBody || 'application/json' in requestBody.content);
}

function optionOf(method: string, path: string, { summary, parameters = [], requestBody }: Described): Html {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  const body = requestBody && JSON.stringify(example?.value ?? {}, null, 2);
  const takesKey = parameters.some((parameter) => parameter.in === 'header');
  return html`<option
    data-method="${method}"
    data-path="${path}"
    ${body === undefined ? null : html`data-body="${body}"`}
    ${takesKey ? html`data-key="" ` : null}
  >
    ${summary} (${method} ${path})
  </option> `;
}
