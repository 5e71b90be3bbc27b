import { operation } from '..';
import { InspectedMessageResult, InspectMessage } from './inspection.dto';

/** Explains a message to an operator. */
export const inspectMessage = operation({
  subject: 'rpc.messaging.message.inspect',
  effect: 'read',
  body: InspectMessage,
  output: InspectedMessageResult,
});
