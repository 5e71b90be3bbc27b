import { readSignUpReturn } from './sign-up.rules';

const id = '3f2b8c5e-9d41-4c76-8a0e-1b5d7f9c2e34';

describe('the address to which the sign-up returns', () => {
  it.each([
    [{ session_id: id, status: 'completed', device_id: '7' }, { session_id: id }],
    [{ session_id: '../me', status: 'completed' }, {}],
    [{ session_id: [id] }, {}],
    [{}, {}],
  ])('of %j is read as %j', (search, read) => {
    expect(readSignUpReturn(search)).toEqual(read);
  });
});
