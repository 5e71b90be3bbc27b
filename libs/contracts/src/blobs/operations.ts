import { operation } from '..';
import { AskedBlobs, HeldBlobs } from './blob.dto';

/** Returns the operation by which a service that takes uploads reports which blobs it still holds. */
export function heldBlobs(service: string) {
  return operation({
    subject: `rpc.${service}.blob.held`,
    effect: 'read',
    body: AskedBlobs,
    output: HeldBlobs,
  });
}
