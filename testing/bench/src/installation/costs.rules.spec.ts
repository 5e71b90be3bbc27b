import { perRequest } from './costs.rules';

it('divides the increase since the first reading, and counts a missing name as zero', () => {
  expect(perRequest({ crm: 100 }, { crm: 150, late: 5 }, 10)).toEqual({ crm: 5, late: 0.5 });
});
