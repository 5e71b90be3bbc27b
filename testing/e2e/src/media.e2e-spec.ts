import { hostileMedia } from './messages/hostile-media.journeys';
import { largeMedia } from './messages/large-media.journeys';
import { sharedStack } from './shared-stack';

describe('files through a process for every service', () => {
  const stack = sharedStack({ layout: 'services' });

  describe('that are large', () => largeMedia(stack));
  describe('that are hostile', () => hostileMedia(stack));
});
