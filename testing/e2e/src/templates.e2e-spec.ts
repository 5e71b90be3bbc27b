import { sharedStack } from './shared-stack';
import { templates } from './templates/templates.journeys';

describe('templates through a process for every service and three gateways', () => {
  const stack = sharedStack({
    layout: 'services',
    replicas: { gateway: 3 },
    env: { SANDBOX_REVIEW_MS: '200' },
  });

  templates(stack);
});
