import { realFiles } from './messages/real-files.journeys';
import { sharedStack } from './shared-stack';

describe('all services in one process', () => {
  const stack = sharedStack({
    layout: 'standalone',
    env: {
      SANDBOX_REVIEW_MS: '200',
      // One customer gets all files.
      PROVIDER_NUMBER_PER_SECOND: '0',
      PROVIDER_PAIR_BURST: '0',
      SANDBOX_NUMBER_PER_SECOND: '0',
      SANDBOX_PAIR_BURST: '0',
    },
  });

  describe('files as other programs write them', () => realFiles(stack));
});
