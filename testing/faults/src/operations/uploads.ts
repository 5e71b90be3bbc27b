import { around } from '../failpoints/failpoint';
import { FileSends } from './file-sends';
import type { Operation } from './operation';
import { formWith } from './pictures';

/** `POST /v1/messages` with an uploaded picture, on both kinds of channel. */
export const uploads: Operation = {
  name: 'uploads',
  everyMs: 1_000,
  atOnce: 6,
  failpoints: [
    ...around('gateway', 'commit', 'uploads'),
    ...around('messaging', 'commit', 'blobs'),
    ...around('device-sessions', 'http-write', 'POST'),
    ...around('device-sessions', 'http-read', 'POST'),
    ...around('sandbox', 'commit', 'media'),
  ],
  open: (world, random) =>
    new FileSends(
      { label: 'upload', prefix: '202555' },
      (texts, picture) => ({ body: formWith({ ...texts }, picture), status: 201 }),
      world,
      random,
    ),
};
