import { perRequest } from './costs.rules';

it('divides what came since the first reading, and takes who was not there for new', () => {
  expect(perRequest({ crm: 100 }, { crm: 150, late: 5 }, 10)).toEqual({ crm: 5, late: 0.5 });
});
