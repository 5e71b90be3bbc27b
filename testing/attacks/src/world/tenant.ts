import { randomBytes, randomUUID } from 'node:crypto';
import type { ApiClient, Credential, SandboxClient, Stack } from '@chat/test-kit';
import type { HttpAnswer, HttpTarget } from '../http/exchange';
import type { RecordKind, Reference } from './record-kind';
import type { Marks } from './marks';

/** A name that the name server of the run resolves to loopback. */
export const LOOPBACK_HOST = 'hooks.attack.test';

/**
 * Sends to numbers with endings below this, such as 0190, fail in the sandbox, which would look like a failure of ours.
 */
const MEANINGFUL_ENDINGS = 2_000;
let numbersUsed = 0;

/** An account whose data all carries a mark, so that it is recognized wherever it appears. */
export class Tenant {
  /** A text that all its texts contain. */
  readonly mark: string;
  private readonly records = new Map<RecordKind, Promise<Reference>>();

  constructor(
    /** Such as `bravo`. */
    readonly name: string,
    readonly accountId: number,
    readonly credential: Credential,
    readonly marks: Marks,
    private readonly stack: Stack,
    private readonly target: HttpTarget,
    /** Its credential in every request. */
    readonly headers: Readonly<Record<string, string>> = {
      'client-id': credential.clientId,
      'client-secret': credential.clientSecret,
    },
  ) {
    this.mark = `${name}x${randomBytes(6).toString('hex')}`;
    marks.plant(this.mark, 'a text', name);
    marks.plant(credential.clientSecret, 'the secret of an API key', null);
  }

  get sandbox(): SandboxClient {
    return this.stack.sandbox;
  }

  /** Administration of the account. */
  get admin(): Stack['admin'] {
    return this.stack.admin;
  }

  /** A regular client of the account. */
  get client(): ApiClient {
    return this.stack.client(this.credential);
  }

  /** Returns an app of the account with this access token, which has records and a mark of its own. */
  asApp(name: string, accessToken: string): Tenant {
    this.marks.plant(accessToken, 'an access token', null);
    const headers = { authorization: `Bearer ${accessToken}` };
    const { accountId, credential, marks, stack, target } = this;
    return new Tenant(name, accountId, credential, marks, stack, target, headers);
  }

  /** A unique text. */
  text(): string {
    return `${this.mark} ${randomBytes(4).toString('hex')}`;
  }

  /** A URL that is accepted but never called, since its name resolves to loopback. */
  url(): string {
    return `https://${LOOPBACK_HOST}/${this.mark}/${randomBytes(4).toString('hex')}`;
  }

  /** A phone number with country code that is unique in this run. */
  number(): string {
    do numbersUsed += 1;
    while (numbersUsed % 10_000 < MEANINGFUL_ENDINGS);
    const number = `1${String(2_025_550_000 + numbersUsed)}`;
    this.marks.plant(number, 'a phone number', this.name);
    return number;
  }

  /** Returns the tenant's own record of this kind, creating it on first use. */
  own(kind: RecordKind): Promise<Reference> {
    const known = this.records.get(kind);
    if (known) return known;
    const making = kind.make(this);
    this.records.set(kind, making);
    return making;
  }

  get<T>(path: string): Promise<T> {
    return this.call<T>('GET', path);
  }

  post<T>(path: string, body?: object): Promise<T> {
    return this.call<T>('POST', path, body && JSON.stringify(body));
  }

  postForm<T>(path: string, body: Buffer, type: string): Promise<T> {
    return this.call<T>('POST', path, body, { 'content-type': type });
  }

  /**
   * Sends with the tenant's credential and a new Idempotency-Key, which some routes require and most ignore; the
   * request's own headers take precedence.
   */
  send(method: string, path: string, body?: string | Buffer, headers: object = {}): Promise<HttpAnswer> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const own = { ...this.headers, ...type, 'idempotency-key': randomUUID() };
    return this.target.send({ method, path, body, headers: { ...own, ...headers } });
  }

  private async call<T>(method: string, path: string, body?: string | Buffer, headers?: object): Promise<T> {
    const { status, bytes } = await this.send(method, path, body, headers);
    if (status >= 300)
      throw new Error(`${method} ${path} of ${this.name} answered ${status}: ${bytes.toString()}`);
    return (JSON.parse(bytes.toString()) as { data: T }).data;
  }
}
