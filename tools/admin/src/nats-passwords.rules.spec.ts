import { readPasswords } from './nats-passwords.rules';

describe('readPasswords', () => {
  it('reads passwords and hashes, in quotes or not, and ignores all other lines', () => {
    const text = [
      '# NATS_PASSWORD_TICKETS=old',
      'POSTGRES_PASSWORD=p1',
      'NATS_PASSWORD_CRM=p2',
      " export NATS_PASSWORD_CRM_NEXT = '$2a$11$abc' ",
      'NATS_PASSWORD_DEVICE_SESSIONS="p=3"\r',
    ].join('\n');
    expect([...readPasswords(text)]).toEqual([
      ['NATS_PASSWORD_CRM', 'p2'],
      ['NATS_PASSWORD_CRM_NEXT', '$2a$11$abc'],
      ['NATS_PASSWORD_DEVICE_SESSIONS', 'p=3'],
    ]);
  });

  it.each(['NATS_PASSWORD_CRM=', "NATS_PASSWORD_CRM=''", 'NATS_PASSWORD_CRM=a\tb'])('refuses %j', (line) => {
    expect(() => readPasswords(line)).toThrow('NATS_PASSWORD_CRM must be printable ASCII');
  });
});
