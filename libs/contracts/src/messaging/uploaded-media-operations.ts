import { operation } from '..';
import { FoundUploadedMedia, UploadedMediaId, UploadedMediaRef, UploadMedia } from './uploaded-media.dto';

export const uploadMedia = operation({
  http: 'POST /v1/media',
  summary: 'Upload a file',
  description:
    'Keeps a file for 24 hours, so that it can be sent by its `media_id`: many times, and in JSON. Each message gets a ' +
    'copy of its own, which stays. The bytes count toward what the account may keep.',
  scope: 'messages:send',
  subject: 'rpc.messaging.media.upload',
  unaudited: 'Files are parts of messages, which name their origin themselves.',
  effect: 'write',
  upload: { file: 'document' },
  body: UploadMedia,
  output: UploadedMediaRef,
  status: 201,
  errors: ['limit_reached'],
});

/** Looks up a file that a request names by its id. */
export const findUploadedMedia = operation({
  subject: 'rpc.messaging.media.find',
  effect: 'read',
  body: UploadedMediaId,
  output: FoundUploadedMedia,
});
