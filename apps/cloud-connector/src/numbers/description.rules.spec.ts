import { limitField, toDescription } from './description.rules';

describe('the description of a number', () => {
  it.each([
    ['v22.0', 'messaging_limit_tier'],
    ['v23.0', 'messaging_limit_tier'],
    ['v24.0', 'whatsapp_business_manager_messaging_limit'],
    ['v100.0', 'whatsapp_business_manager_messaging_limit'],
  ])('has its limit in version %s as %s', (version, field) => {
    expect(limitField(version)).toBe(field);
  });

  it.each([
    [
      { quality_rating: 'YELLOW', messaging_limit_tier: 'TIER_250', name_status: 'DECLINED' },
      { quality_rating: 'YELLOW', messaging_limit: 'TIER_250', name_status: 'DECLINED' },
    ],
    [{ quality_rating: 'UNKNOWN' }, { quality_rating: null, messaging_limit: null, name_status: null }],
    [
      { quality_rating: 'NA', name_status: 7 },
      { quality_rating: null, messaging_limit: null, name_status: null },
    ],
  ])('%j is %j', (number, expected) => {
    expect(toDescription(number, 'messaging_limit_tier')).toEqual(expected);
  });
});
