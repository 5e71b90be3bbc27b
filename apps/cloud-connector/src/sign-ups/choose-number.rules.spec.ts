import { chooseNumber, type Choice, type GrantedNumber, type Hint } from './choose-number.rules';

const number = (phoneNumberId: string, change: Partial<GrantedNumber> = {}): GrantedNumber => ({
  wabaId: '1',
  phoneNumberId,
  isVerified: true,
  isInApp: false,
  isInUse: false,
  ...change,
});
const [one, two] = [number('21'), number('22')];
const elsewhere = number('23', { wabaId: '3' });
const inApp = number('24', { isInApp: true });
const inUse = number('25', { isInUse: true });
const unverified = number('26', { isVerified: false });

const nothing: Hint = { wabaId: null, phoneNumberId: null };
const chosen = (granted: GrantedNumber): Choice => ({ kind: 'chosen', number: granted });
const refused = (reason: 'no_number' | 'number_not_verified' | 'several_numbers'): Choice => ({
  kind: 'refused',
  reason,
});

describe('the number of a sign-up', () => {
  it.each<[string, GrantedNumber[], Hint, boolean, Choice]>([
    ['is the only one granted', [one], nothing, false, chosen(one)],
    ['is the one named by the browser', [one, two], { ...nothing, phoneNumberId: '22' }, false, chosen(two)],
    [
      'is of the account named by the browser',
      [one, elsewhere],
      { ...nothing, wabaId: '3' },
      false,
      chosen(elsewhere),
    ],
    [
      'is not one that the browser named but the token does not grant',
      [one],
      { wabaId: '9', phoneNumberId: '99' },
      false,
      chosen(one),
    ],
    ['is the one in the app if Coexistence is wanted', [one, inApp], nothing, true, chosen(inApp)],
    ['is not the one in the app if Coexistence is not wanted', [one, inApp], nothing, false, chosen(one)],
    ['is one without a channel', [one, inUse], nothing, false, chosen(one)],
    ['is one with a channel if it is the only one', [inUse], nothing, false, chosen(inUse)],
    ['is missing if none is granted', [], { ...nothing, phoneNumberId: '22' }, false, refused('no_number')],
    ['is ambiguous among several', [one, two], nothing, false, refused('several_numbers')],
    ['is refused if it is not verified', [unverified], nothing, false, refused('number_not_verified')],
    [
      'is no other one if the one named is not verified',
      [one, unverified],
      { ...nothing, phoneNumberId: '26' },
      false,
      refused('number_not_verified'),
    ],
  ])('%s', (_, granted, hint, coexistence, choice) => {
    expect(chooseNumber(granted, hint, { coexistence })).toEqual(choice);
  });
});
