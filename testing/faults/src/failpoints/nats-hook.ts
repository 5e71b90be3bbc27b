import { ProtocolHandler } from 'nats/lib/nats-base-client/protocol';
import { isAwaited, reach } from './reach';
import { actionOf } from './subject.rules';

type Publish = (
  this: ProtocolHandler,
  subject: string,
  payload?: Uint8Array | string,
  options?: object,
) => void;

/** Acknowledgements are far shorter, so longer payloads need not be inspected. */
const LONGEST_ACK = 64;

/** Creates failpoints for every event, acknowledgement, request and reply that is sent to NATS. */
export function hookNats(): void {
  const prototype = ProtocolHandler.prototype as unknown as { publish: Publish };
  const { publish } = prototype;
  prototype.publish = function hooked(subject, payload, options) {
    const met = actionOf(subject, beginningOf(payload));
    if (!met || !isAwaited(met.action)) return publish.call(this, subject, payload, options);
    reach('before', met.action, [met.object]);
    publish.call(this, subject, payload, options);
    // Otherwise it would only be sent at the end of this turn; now it is with the operating system.
    (this as unknown as { flushPending(): void }).flushPending();
    reach('after', met.action, [met.object]);
  };
}

function beginningOf(payload: Uint8Array | string = ''): string {
  return payload.length > LONGEST_ACK ? '' : Buffer.from(payload as string).toString();
}
