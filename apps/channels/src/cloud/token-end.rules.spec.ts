import { changesOfTokenEnd } from './token-end.rules';

const END = new Date('2026-11-27T12:00:00Z');
const later = (ms: number) => new Date(END.getTime() + ms);
const HOUR = 60 * 60 * 1000;

describe('the end of a token', () => {
  it.each([
    ['is not told', END, undefined, {}],
    ['is as before', END, END, {}],
    ['is still unknown', null, null, {}],
    ['is known', null, END, { tokenExpiresAt: END, tokenNotice: null }],
    ['is known better', END, later(-1_000), { tokenExpiresAt: later(-1_000) }],
    ['is later', END, later(25 * HOUR), { tokenExpiresAt: later(25 * HOUR), tokenNotice: null }],
    ['is earlier', END, later(-25 * HOUR), { tokenExpiresAt: later(-25 * HOUR), tokenNotice: null }],
    ['is gone', END, null, { tokenExpiresAt: null, tokenNotice: null }],
  ])('%s', (_, known, told, changes) => {
    const words = told instanceof Date ? told.toISOString() : told;
    expect(changesOfTokenEnd({ tokenExpiresAt: known }, words)).toEqual(changes);
  });
});
