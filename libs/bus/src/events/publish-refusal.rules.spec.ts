import { ErrorCode } from 'nats';
import { isOutOfSpace, refusalOf } from './publish-refusal.rules';

describe('an event that was not published', () => {
  it.each([
    ['larger than a message may be', { code: ErrorCode.MaxPayloadExceeded }],
    ['larger than the stream takes', { code: '400', streamCode: 10_054 }],
  ])('is set aside if it is %s', (_, failure) => expect(refusalOf(failure)).toEqual(expect.any(String)));

  it.each([
    ['nobody answers', { code: ErrorCode.Timeout }],
    ['there is no stream', { code: ErrorCode.NoResponders }],
    ['the connection is lost', { code: ErrorCode.ConnectionClosed }],
    ['the stream has no space', { code: '503', streamCode: 10_047 }],
    ['it is not permitted', { code: ErrorCode.PermissionsViolation }],
  ])('is retried if %s', (_, failure) => expect(refusalOf(failure)).toBeNull());

  it.each([
    ['the stream is full', 10_077, true],
    ['the disk of the server is full', 10_023, true],
    ['the event is too large for the stream', 10_054, false],
    ['the stream did not answer', undefined, false],
  ])('waits for space only if there is none: %s', (_, code, expected) =>
    expect(isOutOfSpace(code)).toBe(expected),
  );
});
