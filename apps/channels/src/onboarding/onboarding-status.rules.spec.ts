import type { SessionStep } from './onboarding-session.row';
import { pageStepOf, statusOf } from './onboarding-status.rules';

describe('an onboarding session', () => {
  it.each<[SessionStep, boolean, string, string]>([
    ['open', false, 'pending', 'sign-up'],
    ['open', true, 'expired', 'ended'],
    ['pin', false, 'pending', 'pin'],
    ['pin', true, 'expired', 'ended'],
    ['connecting', false, 'pending', 'connecting'],
    ['connecting', true, 'pending', 'connecting'],
    ['undoing', true, 'pending', 'connecting'],
    ['completed', true, 'completed', 'ended'],
    ['failed', false, 'failed', 'ended'],
  ])('%s, expired %s: is %s, and the page shows %s', (step, is_expired, status, shown) => {
    expect(statusOf({ step, is_expired })).toBe(status);
    expect(pageStepOf({ step, is_expired })).toBe(shown);
  });
});
