import { cleanFilename, cutFilename, withExtension } from './filename.rules';

describe('cleanFilename', () => {
  it.each([
    ['invoice.pdf', 'invoice.pdf'],
    ['Ångström 发票.pdf', 'Ångström 发票.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
    [' a\r\nb\0.txt ', 'ab.txt'],
    ['exe.\u202egpj', 'exe.gpj'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['👨\u200d👩\u200d👧 ❤\ufe0f.png', '👨\u200d👩\u200d👧 ❤\ufe0f.png'],
    ['\u2066a\u2069\u200b\ufeff.txt', 'a.txt'],
    ['half \ud800 pair', 'half  pair'],
    ['\u202b\u200fشعر\u061c.pdf', 'شعر.pdf'],
    ['क्\u200dष.pdf', 'क्\u200dष.pdf'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.png',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}.png',
    ],
    ['co\u00adop.pdf', 'co\u00adop.pdf'],
    ['a;b.pdf', 'a;b.pdf'],
    ['..', null],
    ['a/', null],
    ['', null],
    [undefined, null],
  ])('makes of %j %j', (given, shown) => {
    expect(cleanFilename(given)).toBe(shown);
  });

  it('cuts at 255 code points', () => {
    expect([...cleanFilename('😀'.repeat(300))!]).toHaveLength(255);
  });

  it('cuts before the extension', () => {
    const shown = cleanFilename(`${'😀'.repeat(300)}.xlsx`)!;
    expect([...shown]).toHaveLength(255);
    expect(shown).toMatch(/😀\.xlsx$/u);
  });
});

describe('cutFilename', () => {
  it.each([
    ['invoice.pdf', 11, 'invoice.pdf'],
    ['invoice.pdf', 8, 'invo.pdf'],
    ['in ice.pdf', 7, 'in.pdf'],
    ['invoice', 3, 'inv'],
    ['Angebot Nr.5', 9, 'Angebot N'],
  ])('makes of %j with %i characters %j', (name, length, shown) => {
    expect(cutFilename(name, length)).toBe(shown);
  });
});

describe('withExtension', () => {
  it.each([
    ['invoice', 'application/pdf', 'invoice.pdf'],
    ['invoice.pdf', 'application/pdf', 'invoice.pdf'],
    ['invoice.PDF', 'image/png', 'invoice.PDF'],
    ['Angebot Nr.5', 'application/pdf', 'Angebot Nr.5.pdf'],
    ['v1.2', 'application/zip', 'v1.2.zip'],
    ['archive.7z', 'application/zip', 'archive.7z'],
    ['Dr. Smith', 'image/jpeg', 'Dr. Smith.jpg'],
    ['song', 'audio/mpeg', 'song.mp3'],
    ['song', 'audio/ogg; codecs=opus', 'song.ogg'],
    ['song', 'audio/mp4', 'song.m4a'],
    ['film', 'video/quicktime', 'film.mov'],
    ['table', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'table.xlsx'],
    ['notes', 'text/plain', 'notes.txt'],
    ['thing', 'application/octet-stream', 'thing'],
    ['thing', 'application/x-cfb', 'thing'],
    ['thing', 'x/unheard-of', 'thing'],
  ])('makes of %j of the type %s %j', (name, type, shown) => {
    expect(withExtension(name, type)).toBe(shown);
  });

  it('makes room for it', () => {
    expect(withExtension('a'.repeat(255), 'application/pdf')).toBe(`${'a'.repeat(251)}.pdf`);
  });
});
