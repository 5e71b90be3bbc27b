import type { ErrorCode } from '@chat/errors';
import { toRefusal } from './refusal.rules';

describe('a refusal by the network', () => {
  it.each<[number, ErrorCode, string | undefined]>([
    [404, 'invalid_phone', undefined],
    [463, 'capability_error', 'reachout_restricted'],
    [479, 'capability_error', 'refused_by_network'],
    [400, 'capability_error', 'refused_by_network'],
    [403, 'capability_error', 'refused_by_network'],
    [408, 'device_service_error', 'network_busy'],
    [429, 'device_service_error', 'network_busy'],
    [500, 'device_service_error', 'network_busy'],
    [503, 'device_service_error', 'network_busy'],
    [599, 'device_service_error', 'network_busy'],
  ])('with code %d becomes %s (%s)', (code, expected, reason) => {
    const refusal = toRefusal(code, 'no').toBody();
    expect(refusal).toMatchObject({
      code: expected,
      retryable: expected === 'device_service_error',
      provider: { code: String(code), message: 'no' },
    });
    expect(refusal.reason).toBe(reason);
  });

  it('keeps at most 500 characters of its message', () => {
    expect(toRefusal(400, '👋'.repeat(501)).details.provider?.message).toBe('👋'.repeat(500));
  });
});
