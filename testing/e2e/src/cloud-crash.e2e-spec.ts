import { until } from '@chat/test-kit';
import { connectCloud, putNumber } from './cloud/cloud-shop';
import { crashes, type OpenLine } from './crash/crash.journeys';
import { freshNumber } from './messages/shop';

/** A number on the provider's cloud, which people must have written to first. */
const byCloud: OpenLine = async (stack, client, accountId) => {
  const number = await putNumber(stack, freshNumber());
  const { id: channelId } = await connectCloud(stack, accountId, number);
  return {
    channelId,
    open: async (customer) => {
      await stack.sandbox.write(customer, { to: number.digits, text: 'Hello?' });
      const isOpen = async () => {
        const { conversations } = await client.listConversations();
        return conversations.some(({ contact }) => contact.phone === customer);
      };
      await until(isOpen, { describe: 'the care window to be open' });
    },
  };
};

/** Unknown outcomes are settled by the provider's statuses. */
describe('kill -9 in the middle of 50 sends on a Cloud channel', () =>
  crashes(
    [
      { name: 'cloud-connector', isOnTheWay: true },
      { name: 'messaging', isOnTheWay: true },
      { name: 'nats', isOnTheWay: false },
      { name: 'postgres', isOnTheWay: false },
    ],
    byCloud,
  ));
