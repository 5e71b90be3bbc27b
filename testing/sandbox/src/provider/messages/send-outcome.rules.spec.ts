import { faultOfNumber } from './endings.rules';
import { deliveryFailure, planOfEnding, type DeliveryState } from './send-outcome.rules';

const DAY_MS = 24 * 60 * 60 * 1000;
const fine: DeliveryState = {
  isTemplate: false,
  templateCategory: null,
  inboundMsAgo: 0,
  isRegistered: true,
  hasStoppedMarketing: false,
  mediaProblem: null,
};
const template = (category: string): Partial<DeliveryState> => ({
  isTemplate: true,
  templateCategory: category,
  inboundMsAgo: null,
});

describe('an accepted message', () => {
  it.each<[string, Partial<DeliveryState>, number | undefined]>([
    ['in an open window', {}, undefined],
    ['at the end of the window', { inboundMsAgo: DAY_MS - 1 }, undefined],
    ['after the window', { inboundMsAgo: DAY_MS }, 131047],
    ['to a person who never wrote', { inboundMsAgo: null }, 131047],
    ['of a template without a window', template('UTILITY'), undefined],
    ['of marketing', template('MARKETING'), undefined],
    [
      'of marketing to a person who opted out',
      { ...template('MARKETING'), hasStoppedMarketing: true },
      131050,
    ],
    [
      'of utility to a person who opted out of marketing',
      { ...template('UTILITY'), hasStoppedMarketing: true },
      undefined,
    ],
    ['to a number that is not on the network', { isRegistered: false }, 131026],
    ['with missing media', { mediaProblem: 'gone' }, 131053],
  ])('%s fails with %s', (_, state, code) => expect(deliveryFailure({ ...fine, ...state })?.code).toBe(code));
});

describe('the ending of a number', () => {
  it('counts the attempts that it refuses', () => {
    const refusals = [1, 2, 3].map((attempt) => planOfEnding(faultOfNumber('491510429'), attempt).refuseWith);
    expect(refusals).toEqual([130429, 130429, null]);
  });

  it('causes no fault for most numbers', () => expect(faultOfNumber('4915100000001')).toBeNull());
});
