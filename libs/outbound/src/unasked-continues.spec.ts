import { UnaskedContinues } from './unasked-continues';

const ANSWER = 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';
const sent = `HTTP/1.1 100 Continue\r\nserver: \r\n x\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100\r\n\r\n${ANSWER}`;
const renamed = `HTTP/1.1 102 Continue\r\nserver: \r\n x\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 102\r\n\r\n${ANSWER}`;

function passOn(continues: UnaskedContinues, ...pieces: string[]): string {
  const passed = pieces.map((piece) => Buffer.from(piece));
  for (const piece of passed) continues.rename(piece);
  return Buffer.concat(passed).toString();
}

describe('UnaskedContinues', () => {
  it('renames each continuation before the answer, wherever the pieces end, and leaves the body as it is', () => {
    for (let end = 0; end <= sent.length; end += 1) {
      const continues = new UnaskedContinues();
      continues.begin();
      expect(passOn(continues, sent.slice(0, end), sent.slice(end))).toBe(renamed);
    }
    const continues = new UnaskedContinues();
    continues.begin();
    expect(passOn(continues, ...sent)).toBe(renamed);
  });

  it('begins again with each request, and renames nothing that belongs to none', () => {
    const continues = new UnaskedContinues();
    expect(passOn(continues, sent)).toBe(sent);
    continues.begin();
    expect(passOn(continues, sent)).toBe(renamed);
    expect(passOn(continues, sent)).toBe(sent);
    continues.begin();
    expect(passOn(continues, sent)).toBe(renamed);
  });

  it('leaves other statuses as they are', () => {
    for (const status of ['101 Switching Protocols', '110 x', '199 x', '200 OK', '500 x']) {
      const continues = new UnaskedContinues();
      continues.begin();
      const response = `HTTP/1.1 ${status}\r\n\r\n`;
      expect(passOn(continues, response)).toBe(response);
    }
  });
});
