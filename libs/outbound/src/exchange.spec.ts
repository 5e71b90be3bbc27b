import { Exchange } from './exchange';
import { OutboundError, type OutboundErrorKind } from './outbound-error';

const controller = {} as Parameters<Exchange['onResponseStart']>[0];

function begunWith(status: number): Exchange {
  const exchange = new Exchange(100, Infinity);
  exchange.onResponseStart(controller, status, {});
  exchange.onResponseData(controller, Buffer.from('abc'));
  return exchange;
}

describe('a response whose status has arrived', () => {
  it.each<[OutboundErrorKind, boolean]>([
    ['reset', false],
    ['timeout', true],
  ])('counts even if the rest of it ends with %s', async (kind, cutOff) => {
    const exchange = begunWith(204);
    exchange.onResponseError(controller, new OutboundError(kind));
    expect(await exchange.answer).toMatchObject({ status: 204, truncated: true, cutOff });
  });

  it('does not count if the caller aborts it', async () => {
    const exchange = begunWith(204);
    exchange.end(new OutboundError('aborted'));
    await expect(exchange.answer).rejects.toMatchObject({ kind: 'aborted' });
  });
});

it('writes nothing when its time is over, though its timer has not fired yet', async () => {
  const onWrite = jest.fn();
  const abort = jest.fn();
  const exchange = new Exchange(100, performance.now() - 1, onWrite);
  exchange.onRequestStart({ ...controller, abort });
  await expect(exchange.answer).rejects.toMatchObject({ kind: 'timeout' });
  expect(abort).toHaveBeenCalled();
  expect(onWrite).not.toHaveBeenCalled();
});
