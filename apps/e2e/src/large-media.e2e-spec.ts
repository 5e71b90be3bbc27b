import { largeMedia } from './large-media.journeys';
import { sharedStack } from './shared-stack';

describe('large files through a process for every service', () => {
  largeMedia(sharedStack({ layout: 'services' }));
});
