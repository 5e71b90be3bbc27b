import { filenameOfDisposition } from './content-disposition.rules';

const raw = (text: string) => Buffer.from(text).toString('latin1');

describe('filenameOfDisposition', () => {
  it.each([
    ['attachment; filename=invoice.pdf', 'invoice.pdf'],
    ['attachment; filename="May 1.pdf"', 'May 1.pdf'],
    ['inline; FILENAME="a.pdf"', 'a.pdf'],
    ['form-data; name="x"; filename="a.pdf"', 'a.pdf'],
    [`attachment; filename="K.pdf"; filename*=UTF-8''K%C3%A4se.pdf`, 'Käse.pdf'],
    [`attachment; filename*=utf-8'de'K%C3%A4se.pdf; filename="K.pdf"`, 'Käse.pdf'],
    [`attachment; filename*=iso-8859-1''K%E4se.pdf`, 'Käse.pdf'],
    [`attachment; filename*=UTF-8''100%2525.pdf`, '100%25.pdf'],
    [`attachment; filename="good.pdf"; filename*=UTF-8''b%E4d.pdf`, 'good.pdf'],
    ['attachment; filename="a\\"b;c.pdf"', 'a"b;c.pdf'],
    [raw('attachment; filename="Käse 发票.pdf"'), 'Käse 发票.pdf'],
    [raw('attachment; filename=Käse.pdf'), 'Käse.pdf'],
    ['attachment; filename="K\xe4se.pdf"', 'Käse.pdf'],
    ['attachment; filename="K%C3%A4se.pdf"', 'Käse.pdf'],
    ['attachment; filename="100%.pdf"', '100%.pdf'],
    ['attachment; filename=My Report.pdf', 'My Report.pdf'],
    ['attachment; filename=My Report.pdf; size=3', 'My Report.pdf'],
    ['attachment; filename="unclosed.pdf', 'unclosed.pdf'],
    ['attachment; filename=a.pdf;', 'a.pdf'],
    ['filename=a.pdf', 'a.pdf'],
    ['attachment', null],
    ['attachment; filename=', null],
    ['attachment; filename=""', null],
    ['attachment; realfilename=a.pdf', null],
    ['', null],
    [undefined, null],
  ])('reads in %j %j', (header, name) => {
    expect(filenameOfDisposition(header)).toBe(name);
  });
});
