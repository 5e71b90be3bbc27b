import { operation } from '..';
import { Load, ReadLoad } from './load.dto';

/** Returns the operation by which a service tells which accounts cause its load. */
export function loadOperation(service: string) {
  return operation({
    subject: `rpc.${service}.load.read`,
    effect: 'read',
    body: ReadLoad,
    output: Load,
  });
}
