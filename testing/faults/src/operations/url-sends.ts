import { around } from '../failpoints/failpoint';
import { manners } from '../world/file-server';
import { FileSends } from './file-sends';
import type { Operation } from './operation';
import { PICTURE_TYPE } from './pictures';

/** `POST /v1/messages` with the URL of a picture, on a server that is good, slow, or breaks off. */
export const urlSends: Operation = {
  name: 'url-sends',
  everyMs: 1_200,
  atOnce: 6,
  failpoints: [...around('messaging', 'http-write', 'GET'), ...around('messaging', 'http-read', 'GET')],
  open: (world, random) =>
    new FileSends(
      { label: 'by URL', prefix: '202556' },
      (texts, { bytes }) => {
        const manner = random.pick(manners);
        const image_url = world.urlOf({ bytes, type: PICTURE_TYPE, manner });
        return { body: { ...texts, image_url }, status: manner === 'broken off' ? 422 : 201 };
      },
      world,
      random,
    ),
};
