import { memberOf, toOutgoing } from './outgoing-body.rules';

const location = (latitude: number, longitude: number) => ({
  type: 'location' as const,
  location: { latitude, longitude, name: null, address: null },
});

describe('a location', () => {
  it.each([
    [4e-7, '0.0000004'],
    [-4e-7, '-0.0000004'],
    [0, '0'],
    [-0, '0'],
    [1.5e-12, '0.0000000000015'],
    [52.520008, '52.520008'],
    [-122.2164385, '-122.2164385'],
    [180, '180'],
  ])('is written with digits only: %d', (given, written) => {
    expect(toOutgoing(location(given, given), null)).toMatchObject({
      location: { latitude: written, longitude: written },
    });
  });
});

describe('a refusal that is about a member', () => {
  const said = (details: string | null) => ({ message: '(#131009) Parameter value is not valid', details });

  it.each([
    ["Param location['longitude'] must be a number", 'longitude'],
    ['Param location.latitude must be a number', 'latitude'],
    ['The parameter address is too long.', 'address'],
    ['Param to must be a phone number.', 'mobile'],
    ['Something is wrong.', 'latitude'],
    [null, 'latitude'],
  ])('names it: %s', (details, member) => {
    expect(memberOf(location(1, 2), said(details))).toBe(member);
  });

  it('names the member with the content if the provider names another parameter', () => {
    const text = { type: 'text' as const, text: 'x' };
    expect(memberOf(text, said('Param text.body is too long'))).toBe('message');
    expect(memberOf(text, said('Param recipient names nobody'))).toBe('mobile');
  });
});

describe('a document', () => {
  it('has a name of at most 240 characters, with its extension', () => {
    const media = {
      blob: '1/b',
      mime_type: 'application/pdf',
      filename: `${'a'.repeat(251)}.pdf`,
      size: 1,
      sha256: '',
      ptt: false,
    };
    expect(toOutgoing({ type: 'document', text: null, media }, '7')).toEqual({
      type: 'document',
      document: { id: '7', filename: `${'a'.repeat(236)}.pdf` },
    });
  });
});
