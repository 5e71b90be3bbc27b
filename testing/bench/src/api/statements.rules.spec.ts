import { formatStatements, statementCosts } from './statements.rules';

const count = (text: string, calls: number, totalMs = calls) => ({ user: 'chat_crm', text, calls, totalMs });

it('lists the statements per request between two readings, the most frequent first', () => {
  const before = [count('SELECT 1', 100), count('SELECT 2', 7)];
  const after = [
    count('SELECT 1', 120),
    count('SELECT 2', 7),
    count('COMMIT', 30, 15),
    count('VACUUM', 0.05),
  ];
  expect(statementCosts(before, after, 10)).toEqual([
    { user: 'chat_crm', text: 'COMMIT', calls: 3, ms: 1.5 },
    { user: 'chat_crm', text: 'SELECT 1', calls: 2, ms: 2 },
  ]);
});

it('shows a statement on one line', () => {
  const text = formatStatements('ping', [{ user: 'chat_crm', text: 'SELECT\n  1', calls: 2, ms: 0.5 }]);
  expect(text).toContain('\n 2.00   0.500  chat_crm: SELECT 1');
});
