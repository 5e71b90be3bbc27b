import { canGet, sizeToSet, type StreamSize } from './stream-size.rules';

const ofRelease = (maxBytes: number | null, bytes = 0): StreamSize => ({
  bytes,
  maxBytes,
  refusesNew: maxBytes !== null,
});

describe('the size of the stream', () => {
  it.each([
    ['is set where there is none', ofRelease(null), 100, 100],
    ['is enlarged to the setting', ofRelease(50), 100, 100],
    ['is left as it is', ofRelease(100), 100, null],
    ['is never reduced by a setting', ofRelease(200), 100, null],
    ['is kept where only the policy changes', { ...ofRelease(200), refusesNew: false }, 100, 200],
  ])('%s', (_, size, setting, expected) => expect(sizeToSet(size, setting)).toBe(expected));

  it.each([
    ['lets a full stream be enlarged', ofRelease(100, 100), 101, true],
    ['lets a stream get a limit with room to spare', ofRelease(null, 70), 100, true],
    ['gives no stream a limit that it has almost reached', ofRelease(null, 71), 100, false],
    [
      'lets no full stream that drops old events refuse new ones',
      { ...ofRelease(100, 99), refusesNew: false },
      100,
      false,
    ],
    ['reduces no stream to what it holds', ofRelease(200, 90), 100, false],
    ['lets a stream be reduced with room to spare', ofRelease(200, 50), 100, true],
  ])('%s', (_, size, wanted, expected) => expect(canGet(size, wanted)).toBe(expected));
});
