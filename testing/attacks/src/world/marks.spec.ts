import { Marks } from './marks';

const marks = new Marks();
marks.plant('cs_0123', 'the secret of an API key', null);
marks.plant('Grace of bravo', 'a name', 'bravo');

describe('a mark', () => {
  it.each([
    ['another tenant reads it', 'alpha', '{"name":"Grace of bravo"}', ['It shows a name of bravo.']],
    ['its own tenant reads it', 'bravo', '{"name":"Grace of bravo"}', []],
    ['anybody reads one without an owner', 'bravo', 'cs_0123', ['It shows the secret of an API key.']],
    [
      'it is base64',
      'alpha',
      Buffer.from('cs_0123').toString('base64'),
      ['It shows the secret of an API key.'],
    ],
    [
      'it is hexadecimal',
      'alpha',
      Buffer.from('cs_0123').toString('hex'),
      ['It shows the secret of an API key.'],
    ],
    ['there is none', 'alpha', '{}', []],
  ])('is found or not in an answer when %s', (_, reader, body, problems) => {
    expect(marks.foundInAnswer(body, reader)).toEqual(problems);
  });

  it('is found among texts if it is a secret', () => {
    const text = '{"name":"Grace of bravo","label":"cs_0123"}';
    expect(marks.foundSecrets(text, 'An event')).toEqual(['An event holds the secret of an API key.']);
  });

  it('is found in a log, whoever owns it', () => {
    expect(marks.foundInLog('one\n{"msg":"Grace of bravo"}\n', 'crm.log')).toEqual([
      'crm.log holds a name: {"msg":"Grace of bravo"}',
    ]);
    expect(marks.foundInLog('one\ntwo', 'crm.log')).toEqual([]);
  });
});
