import {
  AccountQuotas,
  dayOf,
  declaredFaults,
  MOST_A_DAY,
  MOST_REFUSED_A_MINUTE,
  MOST_SUCCESSES_A_DAY,
  templateOf,
} from './request-log.rules';

const NOON = Date.parse('2026-01-31T12:00:00Z');
const kept = (quotas: AccountQuotas, count: number, status: number, at = NOON, accountId = 1) =>
  Array.from({ length: count }, () => quotas.admit(accountId, status, at)).filter(Boolean).length;

describe('the request log of an account', () => {
  it('ends at a number of requests a day, of which failures may be the last', () => {
    const quotas = new AccountQuotas();
    expect(kept(quotas, 2 * MOST_A_DAY, 200)).toBe(MOST_SUCCESSES_A_DAY);
    expect(kept(quotas, 2 * MOST_A_DAY, 422)).toBe(MOST_A_DAY - MOST_SUCCESSES_A_DAY);
    expect(kept(quotas, 5, 200, NOON, 2)).toBe(5);
    expect(kept(quotas, 5, 200, NOON + 24 * 60 * 60_000)).toBe(5);
  });

  it('keeps few of those that a limit refuses, in each minute', () => {
    const quotas = new AccountQuotas();
    expect(kept(quotas, 10_000, 429)).toBe(MOST_REFUSED_A_MINUTE);
    expect(kept(quotas, 10_000, 429, NOON + 60_000)).toBe(MOST_REFUSED_A_MINUTE);
    expect(kept(quotas, 10, 200)).toBe(10);
  });

  it('names members that the operation declares, and no others', () => {
    const declared = new Set(['mobile', 'buttons']);
    expect(
      declaredFaults(['mobile', 'buttons[0].text', 'buttons[1].text', '+12125550100'], declared),
    ).toEqual(['mobile', 'buttons', 'unknown member']);
  });

  it('has the routes as they are documented, and a partition a day', () => {
    expect(templateOf('/v1/webhooks/deliveries/:deliveryId/resend')).toBe(
      '/v1/webhooks/deliveries/{deliveryId}/resend',
    );
    expect(dayOf(new Date(NOON))).toBe('2026_01_31');
  });
});
