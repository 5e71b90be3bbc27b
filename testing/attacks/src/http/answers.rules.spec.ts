import { readAnswers } from './answers.rules';

const answer = (status: number, body: string) =>
  `HTTP/1.1 ${status} \r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: 7\r\n\r\n${body}`;
const read = (text: string) => readAnswers(Buffer.from(text));

describe('the answers of a connection', () => {
  it('are read one after the other', () => {
    const { answers, rest } = read(answer(200, '{"é":1}') + answer(404, ''));
    expect(answers).toMatchObject([
      { status: 200, body: '{"é":1}', headers: { 'x-request-id': '7' } },
      { status: 404, body: '' },
    ]);
    expect(rest).toBe('');
  });

  it('do not include interim ones', () => {
    expect(read(`HTTP/1.1 100 Continue\r\n\r\n${answer(201, 'x')}`).answers).toMatchObject([{ status: 201 }]);
  });

  it.each([
    ['nothing', ''],
    ['half of a header', 'HTTP/1.1 200 OK\r\nContent-'],
    ['half of a body', answer(200, 'whole').slice(0, -1)],
    ['no HTTP', 'SSH-2.0\r\n\r\n'],
  ])('are none for %s', (_, text) => {
    expect(read(text)).toEqual({ answers: [], rest: text });
  });
});
