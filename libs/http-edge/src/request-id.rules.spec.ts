import { readRequestId } from './request-id.rules';

describe('the request id of a caller', () => {
  it.each([
    ['8f14e45f-ceea-467f-9c4c-1b2f9d3a5e6b', true],
    ['8F14E45F-CEEA-467F-9C4C-1B2F9D3A5E6B', true],
    ['8f14e45fceea467f9c4c1b2f9d3a5e6b', false],
    ['"8f14e45f-ceea-467f-9c4c-1b2f9d3a5e6b"', false],
    ['8f14e45f-ceea-467f-9c4c-1b2f9d3a5e6b, 8f14e45f-ceea-467f-9c4c-1b2f9d3a5e6b', false],
    ['', false],
    [undefined, false],
  ])('%s is taken: %s', (header, taken) => {
    expect(readRequestId(header)).toBe(taken ? header : null);
  });
});
