import { connectCloudChannel } from '@chat/contracts/channels';
import { systemContext } from '@chat/service-kit';
import { until } from '@chat/testing';
import { crashes, type OpenLine } from './crash.journeys';
import { freshNumber } from './shop';

/** A number on the provider's cloud; people must write to it first. */
const byCloud: OpenLine = async (stack, client, accountId) => {
  const business = freshNumber();
  const { waba_id, phone_number_id, access_token: token } = await stack.sandbox.putNumber(business);
  const body = { account_id: accountId, waba_id, phone_number_id, token, coexistence: false };
  const { device } = await stack.admin.bus.request(connectCloudChannel, systemContext(0), { body });
  return {
    channelId: device.id,
    open: async (customer) => {
      await stack.sandbox.write(customer, { to: business, text: 'Hello?' });
      const isOpen = async () => {
        const { data } = await client.get<{ conversations: { contact: { phone: string } }[] }>(
          '/v1/conversations',
        );
        return data.conversations.some(({ contact }) => contact.phone === customer);
      };
      await until(isOpen, { describe: 'the care window to be open' });
    },
  };
};

/** The statuses of the provider resolve what nobody knows. */
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
