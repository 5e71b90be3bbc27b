import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { mainJob } from './messages/main-job.journeys';
import { sharedStack } from './shared-stack';

/** `docker/prove.sh` builds images, sets this to the folder of their root file systems, and runs this file. */
const images = process.env.IMAGES_FOLDER;
const isWhole = images !== undefined && existsSync(join(images, 'standalone'));

(images ? describe : describe.skip)('the images', () => {
  const stack = sharedStack({
    layout: isWhole ? 'standalone' : 'services',
    execPath: join(__dirname, '../../../docker/run-in-image.sh'),
    env: { IMAGES_FOLDER: images ?? '' },
  });

  it('run each process in the root of its image, as the user of the image', () => {
    const apps = stack().names.filter((name) => existsSync(join(images ?? '', name)));
    expect(apps.length).toBeGreaterThan(0);
    for (const name of apps) {
      const process = `/proc/${stack().pid(name)}`;
      expect(readlinkSync(`${process}/root`)).toMatch(/\/merged$/);
      expect(/^Uid:\s+(\d+)/m.exec(readFileSync(`${process}/status`, 'utf8'))?.[1]).toBe('10001');
    }
  });

  describe('the main job', () => mainJob(stack));
});
