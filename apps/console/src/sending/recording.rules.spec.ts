import { fileNameOf, isSecondPress, lengthShown, recordingType } from './recording.rules';

describe('a recording', () => {
  it.each([
    [['audio/mp4', 'audio/webm;codecs=opus'], 'audio/webm;codecs=opus', 'voice-note.webm'],
    [['audio/webm;codecs=opus', 'audio/ogg;codecs=opus'], 'audio/ogg;codecs=opus', 'voice-note.ogg'],
  ])('of a browser that has %j is %s', (supported, type, name) => {
    expect(recordingType((one) => supported.includes(one))).toBe(type);
    expect(fileNameOf(type)).toBe(name);
  });

  it('is not offered where no phone would play it as a voice note', () => {
    expect(recordingType((type) => type.startsWith('audio/mp4'))).toBeNull();
  });

  it.each([
    [-5, '0:00'],
    [9_999, '0:09'],
    [61_000, '1:01'],
    [1_800_000, '30:00'],
  ])('of %d ms is shown as %s', (ms, shown) => {
    expect(lengthShown(ms)).toBe(shown);
  });
});

describe('a press where another button was', () => {
  it.each([
    [80, true],
    [499, true],
    [500, false],
  ])('%d ms ago is the rest of a double click: %s', (ago, isSecond) => {
    expect(isSecondPress(1_000, 1_000 + ago)).toBe(isSecond);
  });
});
