import { endsOfOnboarding } from './onboarding/onboarding-ends.journeys';
import { peopleInOnboarding } from './onboarding/onboarding-people.journeys';
import { hasChromium } from './access/chromium';
import { ONE_PROXY, OnboardingStage } from './onboarding/onboarding-stage';
import { sharedStack } from './shared-stack';

describe('connecting a number in the browser', () => {
  const stack = sharedStack({ layout: 'standalone', env: ONE_PROXY });
  let stage: OnboardingStage | undefined;

  beforeAll(async () => {
    if (hasChromium) stage = await OnboardingStage.open(stack());
  });

  afterAll(() => stage?.close());

  endsOfOnboarding(() => stage!);
  peopleInOnboarding(() => stage!);
});
