import { effectOf, nameOf, type AppEffect, type KnownWord } from './app-contact.rules';

const ana = { firstname: 'Ana', lastname: 'Silva' };
const eva = { firstname: 'Eva', lastname: null };
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const known = (change: Partial<KnownWord> = {}): KnownWord => ({
  name: ana,
  at: at(10),
  contactId: 7,
  ...change,
});

describe('a word of the business app', () => {
  it.each<[string, Parameters<typeof effectOf>, AppEffect]>([
    ['adds somebody new', [{ name: ana, at: at(1) }, null, null], 'add'],
    ['adds nobody when it removes', [{ name: null, at: at(1) }, null, null], 'none'],
    [
      'leaves a contact alone that was here before',
      [{ name: eva, at: at(1) }, null, { id: 1, ...ana }],
      'none',
    ],
    ['renames who came from the app', [{ name: eva, at: at(11) }, known(), { id: 7, ...ana }], 'rename'],
    ['changes nothing when repeated', [{ name: ana, at: at(10) }, known(), { id: 7, ...ana }], 'none'],
    [
      'does not overwrite an edit',
      [{ name: eva, at: at(11) }, known(), { id: 7, ...ana, lastname: 'S' }],
      'none',
    ],
    ['removes who came from the app', [{ name: null, at: at(11) }, known(), { id: 7, ...ana }], 'remove'],
    ['does not remove who was edited', [{ name: null, at: at(11) }, known(), { id: 7, ...eva }], 'none'],
    [
      'does not remove who was here before',
      [{ name: null, at: at(11) }, known({ contactId: null }), { id: 7, ...ana }],
      'none',
    ],
    [
      'does nothing when a later one came first',
      [{ name: eva, at: at(9) }, known(), { id: 7, ...ana }],
      'none',
    ],
    [
      'does not bring back what a later one removed',
      [{ name: ana, at: at(9) }, known({ name: null }), null],
      'none',
    ],
    ['does not bring back who was deleted here', [{ name: eva, at: at(11) }, known(), null], 'none'],
    ['adds again whom the app had removed', [{ name: eva, at: at(11) }, known({ name: null }), null], 'add'],
    [
      'does not bring back who was here before and was deleted',
      [{ name: ana, at: at(11) }, known({ contactId: null }), null],
      'none',
    ],
  ])('%s', (_, given, effect) => {
    expect(effectOf(...given)).toBe(effect);
  });
});

describe('nameOf', () => {
  it.each([
    ['Ana Maria Silva', 'Ana', { firstname: 'Ana', lastname: 'Maria Silva' }],
    ['Ana Maria Silva', 'Ana Maria', { firstname: 'Ana Maria', lastname: 'Silva' }],
    ['Ana', 'Ana', { firstname: 'Ana', lastname: null }],
    ['Anabel', 'Ana', { firstname: 'Anabel', lastname: null }],
    ['  Shop  ', null, { firstname: 'Shop', lastname: null }],
    ['Silva, Ana', 'Ana', { firstname: 'Silva, Ana', lastname: null }],
    [' ', null, null],
    ['\u200b', null, null],
    ['Ana\u202e avliS', '\u2066Ana\u2069', { firstname: 'Ana', lastname: 'avliS' }],
    ['👍'.repeat(101), null, { firstname: '👍'.repeat(100), lastname: null }],
  ])('takes %j with the first name %j apart', (full, first, name) => {
    expect(nameOf(full, first)).toEqual(name);
  });
});
