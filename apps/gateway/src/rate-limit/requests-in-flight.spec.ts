import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { GatewayConfig } from '../config';
import { RequestsInFlight } from './requests-in-flight';

describe('the requests of an account', () => {
  let inFlight: RequestsInFlight;

  /** Begins a request of an account. Its answer ends with the result. */
  const begin = (accountId: number) => {
    const response = new PassThrough().resume();
    inFlight.begin(accountId, response as unknown as ServerResponse);
    return response;
  };

  beforeEach(() => (inFlight = new RequestsInFlight({ MAX_REQUESTS_PER_ACCOUNT: 2 } as GatewayConfig)));

  it('are refused when too many are in flight, and those of others are not', () => {
    begin(1);
    begin(1);
    expect(() => begin(1)).toThrow('More than 2 requests of this account are in progress.');
    expect(() => begin(2)).not.toThrow();
  });

  it.each<[string, (response: PassThrough) => unknown]>([
    ['one is answered', (response) => response.end()],
    ['a client hangs up', (response) => response.destroy()],
  ])('are accepted again after %s', async (_, end) => {
    const first = begin(1);
    begin(1);
    const closed = new Promise((resolve) => first.once('close', resolve));
    end(first);
    await closed;
    begin(1);
    expect(() => begin(1)).toThrow();
  });

  it('are not counted if their client is gone already', async () => {
    const gone = new PassThrough().destroy();
    await new Promise((resolve) => gone.once('close', resolve));
    for (let times = 0; times < 5; times += 1) {
      inFlight.begin(1, gone as unknown as ServerResponse);
      await new Promise(setImmediate);
    }
  });

  it('are not counted while they wait behind another of their connection', () => {
    const waiting = Object.assign(new EventEmitter(), { socket: null }) as unknown as ServerResponse;
    for (let times = 0; times < 5; times += 1) inFlight.begin(1, waiting);
    begin(1);
    begin(1);
    expect(() => begin(1)).toThrow();
  });
});
