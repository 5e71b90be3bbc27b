import { readStatement } from './statement.rules';

describe('readStatement', () => {
  it.each([
    ['START TRANSACTION', { kind: 'begin' }],
    ['BEGIN', { kind: 'begin' }],
    ['COMMIT', { kind: 'commit' }],
    ['ROLLBACK', { kind: 'rollback' }],
    ['ROLLBACK TO SAVEPOINT one', { kind: 'work', tables: [] }],
    ['SELECT * FROM messaging.messages m FOR UPDATE OF m', { kind: 'work', tables: [] }],
    [
      `WITH c AS (INSERT INTO messaging.conversations (id) VALUES (1)
         ON CONFLICT (id) DO UPDATE SET id = 2)
       INSERT INTO messaging.messages (id) VALUES (1)`,
      { kind: 'work', tables: ['conversations', 'messages'] },
    ],
    ['UPDATE "crm"."contacts" SET "firstname" = $1', { kind: 'work', tables: ['contacts'] }],
    ['DELETE FROM webhooks.inbox WHERE true', { kind: 'work', tables: ['inbox'] }],
  ])('reads %s', (text, expected) => {
    expect(readStatement(text)).toEqual(expected);
  });
});
