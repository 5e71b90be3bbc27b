import { operation } from '..';
import { AskedBlobs, HeldBlobs } from './blob.dto';

/** The operation by which a service that takes uploads answers which of them it keeps. */
export function heldBlobs(service: string) {
  return operation({
    subject: `rpc.${service}.blob.held`,
    effect: 'read',
    body: AskedBlobs,
    output: HeldBlobs,
  });
}
