import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mainJob } from './main-job.journeys';
import { sharedStack } from './shared-stack';

/** `docker/prove.sh` builds images, says by this where their roots are, and runs this file. */
const images = process.env.IMAGES_FOLDER;
const isWhole = images !== undefined && existsSync(join(images, 'standalone'));

(images ? describe : describe.skip)('the images', () => {
  const stack = sharedStack({
    layout: isWhole ? 'standalone' : 'services',
    execPath: join(__dirname, '../../../docker/run-in-image.sh'),
    env: { IMAGES_FOLDER: images ?? '' },
  });

  describe('the main job', () => mainJob(stack));
});
