import type { InputOf, Operation, OutputOf } from '..';
import { surveyChannels } from '../channels';
import { cloudConnector } from '../cloud-connector';
import { deviceConnector } from '../device-sessions';
import type { InspectedMessage } from '../messaging';
import { inspectDeliveries } from '../webhooks';
import type { MessageExplanation } from './message-explanation.dto';

/** Makes a request on behalf of the message's account. */
type Ask = <Op extends Operation>(operation: Op, input: InputOf<Op>) => Promise<OutputOf<Op>>;

/** Asks a service for its part, and answers null if it does not answer. */
type OrMissing = <T>(service: string, what: string, ask: () => Promise<T>) => Promise<T | null>;

const inspections = new Map(
  [cloudConnector, deviceConnector].map(({ service, inspect }) => [service, inspect]),
);

/** The operations by which a message is explained, beside the one that finds it. */
export const explainingOperations: readonly Operation[] = [
  surveyChannels,
  ...inspections.values(),
  inspectDeliveries,
];

/** Asks every service for its part of what became of a message. */
export async function explainMessage(
  message: InspectedMessage,
  ask: Ask,
  orMissing: OrMissing,
): Promise<MessageExplanation> {
  const { id, account_id, channel_id, connector, created_at: since } = message;
  const inspect = isHandedOver(message) ? inspections.get(connector) : undefined;
  const [surveyed, send, found] = await Promise.all([
    orMissing('channels', 'the facts of the channel', () =>
      ask(surveyChannels, { body: { account_id, channel_id } }),
    ),
    inspect
      ? orMissing(connector, 'the facts of the hand-over', () => ask(inspect, { body: { message_id: id } }))
      : null,
    orMissing('webhooks', 'the webhooks', () =>
      ask(inspectDeliveries, { body: { account_id, channel_id, message_id: id, since } }),
    ),
  ]);
  const nothing = { deliveries: [], webhooks: [], searched_until: null };
  return { message, channel: surveyed?.channels[0] ?? null, send, ...(found ?? nothing) };
}

/** Inbound messages, and those that were written in the app of the channel, were not handed over by us. */
function isHandedOver({ direction, source }: InspectedMessage): boolean {
  return direction === 'outbound' && source !== 'app';
}
