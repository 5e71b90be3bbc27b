import { cleanFilename } from './filename.rules';

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
});
