import { kindOf } from './files.rules';

const MIB = 1024 * 1024;

describe('a file', () => {
  it.each([
    ['image/jpeg', 5 * MIB, 'image'],
    ['image/jpeg', 5 * MIB + 1, 'document'],
    ['image/svg+xml', 10, 'document'],
    ['video/mp4', 16 * MIB, 'video'],
    ['audio/ogg', 10, 'audio'],
    ['', 10, 'document'],
    ['application/pdf', 100 * MIB, 'document'],
    ['application/pdf', 100 * MIB + 1, null],
    ['video/mp4', 101 * MIB, null],
  ])('of type %j with %d bytes is sent as %s', (type, size, kind) => {
    expect(kindOf({ type, size })).toBe(kind);
  });
});
