import type { Answer, ApiClient, ApiErrorBody, ShownPage } from '@chat/test-kit';
import type { DownloadAnswer } from '../oracles/downloads.rules';
import type { Finding } from '../oracles/finding';
import type { CallRecord } from '../world/call-record';
import { CUSTOMER_WITHOUT_ANSWERS } from '../world/tenant';
import type { World } from '../world/world';

/** The result of a call for the client. */
export interface Called<T> {
  /** Null when there was no answer. */
  status: number | null;
  code: string | null;
  /** Only for a success. */
  data: T | null;
  /** Only for a failure: the members besides its code. */
  extra: Record<string, unknown>;
}

const NO_ANSWER = 'no answer';

/** How long a client waits. */
const CALL_TIMEOUT_MS = 10_000;
/** Used in rows where no request may fail; a slow one has not failed. */
const PATIENT_CALL_TIMEOUT_MS = 45_000;

/** Statuses that are acceptable while parts of the installation are down. */
const expectedFailures = new Set([409, 422, 500, 502, 503]);

/** Makes calls, and records answers that no client should get. */
export class Caller {
  readonly findings: Finding[] = [];

  private readonly timeoutMs: number;
  private readonly mayBeUnknown: boolean;

  /** @param options whether the last release does not know the calls, so that its processes refuse them. */
  constructor(
    private readonly world: World,
    { mayBeUnknown = false } = {},
  ) {
    this.mayBeUnknown = mayBeUnknown && world.startedWithLastRelease;
    this.timeoutMs = world.front === 'ingress' ? PATIENT_CALL_TIMEOUT_MS : CALL_TIMEOUT_MS;
  }

  /** Never throws. */
  async call<T>(
    client: ApiClient,
    method: 'post' | 'patch' | 'delete' | 'get',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Called<T>> {
    const nothing = { status: null, code: null, data: null, extra: {} };
    const record = this.recorder();
    try {
      const options = { timeoutMs: this.timeoutMs, headers };
      const answer: Answer<T> =
        method === 'get' || method === 'delete'
          ? await client[method](path, options)
          : await client[method](path, body, options);
      const called = this.read(answer);
      const hasFailed = isOutage(called, body) && !this.isUnknown(called);
      if (hasFailed) this.world.outages.push(answer.describe('a success'));
      record({
        sentId: method === 'post' ? sentIdOf(called) : null,
        failure: hasFailed ? called.code : null,
      });
      return called;
    } catch (error) {
      record({ sentId: null, failure: NO_ANSWER });
      this.noteUnlessBroken(error, `${method} ${path}`);
      return nothing;
    }
  }

  /** Downloads bytes. Never throws; null when there was no complete answer. */
  async download(
    client: ApiClient,
    path: string,
    headers: Record<string, string>,
  ): Promise<DownloadAnswer | null> {
    const record = this.recorder();
    try {
      const answer = await client.get(path, { timeoutMs: this.timeoutMs, headers });
      const { status, bytes } = answer;
      record({ sentId: null, failure: status >= 500 ? String(status) : null });
      if (status >= 500) this.world.outages.push(answer.describe('a success'));
      return { status, bytes, contentRange: answer.headers.get('content-range') };
    } catch (error) {
      record({ sentId: null, failure: NO_ANSWER });
      this.noteUnlessBroken(error, `get ${path}`);
      return null;
    }
  }

  /** Opens a page. Never throws; null when there was none, or another one than a client should get. */
  async visit(
    what: string,
    expected: readonly number[],
    ask: () => Promise<ShownPage>,
  ): Promise<ShownPage | null> {
    const record = this.recorder();
    try {
      const page = await ask();
      const { status } = page;
      record({ sentId: null, failure: status >= 500 ? String(status) : null });
      if (expected.includes(status)) return page;
      if (status >= 500) this.world.outages.push(`${what}: ${status}`);
      else this.findings.push({ kind: 'wrong', what: `${what} answered ${status}` });
      return null;
    } catch (error) {
      record({ sentId: null, failure: NO_ANSWER });
      this.noteUnlessBroken(error, what);
      return null;
    }
  }

  private recorder(): (result: Pick<CallRecord, 'sentId' | 'failure'>) => void {
    const startedAt = performance.now();
    return (result) => void this.world.calls.push({ startedAt, endedAt: performance.now(), ...result });
  }

  private noteUnlessBroken(error: unknown, call: string): void {
    if (isBrokenConnection(error)) return void this.world.outages.push(`${call}: ${reasonOf(error)}`);
    this.findings.push({ kind: 'wrong', what: error instanceof Error ? error.message : String(error) });
  }

  private read<T>(answer: Answer<T>): Called<T> {
    const { status } = answer;
    if (status < 400) return { status, code: null, data: answer.data, extra: {} };
    const { code, ...extra } = answer.error;
    const called = { status, code, data: null, extra };
    if (!expectedFailures.has(status) && !isLate(answer.error) && !this.isUnknown(called))
      this.findings.push({ kind: 'wrong', what: answer.describe('expected') });
    return called;
  }

  /** A gateway of the last release has no such route; behind a newer one, the services of the last release do not listen. */
  private isUnknown({ status, code }: Called<unknown>): boolean {
    return this.mayBeUnknown && (status === 404 || (status === 503 && code === 'service_unavailable'));
  }
}

/** Whether an installation without interruptions would have answered otherwise. */
function isOutage({ status, code }: Called<unknown>, body: object | undefined): boolean {
  if (status === null || status < 500) return false;
  const isPlanned = code === 'provider_outcome_unknown' && isToCustomerWithoutAnswers(body);
  return !isPlanned;
}

/** Returns the id of the message that the answer acknowledges; null if it is about something else. */
function sentIdOf({ status, data }: Called<unknown>): number | null {
  const { message_id: id } = (data ?? {}) as { message_id?: unknown };
  return status === 201 && typeof id === 'number' ? id : null;
}

function isToCustomerWithoutAnswers(body: object | undefined): boolean {
  return JSON.stringify(body ?? {}).includes(CUSTOMER_WITHOUT_ANSWERS.slice(1));
}

function reasonOf(error: Error): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? error.message;
}

/** A process that was paused or starved finds connections that were silent for too long: nothing was done. */
function isLate({ code, message }: ApiErrorBody): boolean {
  return code === 'bad_request' && message.startsWith('The request did not arrive in time.');
}

/** The error of `fetch` when there was no complete answer. Any other error means an undocumented answer. */
function isBrokenConnection(error: unknown): error is Error {
  return error instanceof Error && ['TypeError', 'TimeoutError', 'AbortError'].includes(error.name);
}
