import { toRefusal } from './refusal.rules';

describe('what a refusal of the network means', () => {
  it.each([
    [404, 'invalid_phone', undefined],
    [463, 'capability_error', 'reachout_restricted'],
    [479, 'capability_error', 'refused_by_network'],
  ])('%d is %s (%s)', (code, expected, reason) => {
    const refusal = toRefusal(code, 'no');
    expect(refusal.code).toBe(expected);
    expect(refusal.details).toMatchObject({ provider: { code, message: 'no' }, ...(reason && { reason }) });
  });
});
