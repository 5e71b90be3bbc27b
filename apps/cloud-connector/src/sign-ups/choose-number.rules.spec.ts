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
    ['is the only one that is granted', [one], nothing, false, chosen(one)],
    [
      'is the one that the browser named',
      [one, two],
      { ...nothing, phoneNumberId: '22' },
      false,
      chosen(two),
    ],
    [
      'is of the account that the browser named',
      [one, elsewhere],
      { ...nothing, wabaId: '3' },
      false,
      chosen(elsewhere),
    ],
    [
      'is no foreign one that the browser named',
      [one],
      { wabaId: '9', phoneNumberId: '99' },
      false,
      chosen(one),
    ],
    ['is the one in the app where that is meant', [one, inApp], nothing, true, chosen(inApp)],
    ['is not the one in the app where it is not meant', [one, inApp], nothing, false, chosen(one)],
    ['is the one that no channel has', [one, inUse], nothing, false, chosen(one)],
    ['is one that a channel has, when it is the only one', [inUse], nothing, false, chosen(inUse)],
    ['is asked for again without any', [], { ...nothing, phoneNumberId: '22' }, false, refused('no_number')],
    ['is asked for again among several', [one, two], nothing, false, refused('several_numbers')],
    [
      'is asked for again when it is not verified',
      [unverified],
      nothing,
      false,
      refused('number_not_verified'),
    ],
    [
      'is no other when the one that is meant is not verified',
      [one, unverified],
      { ...nothing, phoneNumberId: '26' },
      false,
      refused('number_not_verified'),
    ],
  ])('%s', (_, granted, hint, coexistence, choice) => {
    expect(chooseNumber(granted, hint, { coexistence })).toEqual(choice);
  });
});
