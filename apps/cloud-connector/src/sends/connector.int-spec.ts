import type { ConnectorSend } from '@chat/contracts/connector';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import { describeConnector, type ConnectorHarness, type Fate, type SandboxFault } from '@chat/test-kit';
import { BUSINESS, CUSTOMER, startCloudConnector } from '../testing/cloud-connector-under-test';

const faults: Record<Fate, Omit<SandboxFault, 'match'>> = {
  no_such_person: { mode: 'error', code: 131030 },
  refused_for_good: { mode: 'error', code: 131048 },
  busy_once: { mode: 'error', code: 130429, attempts: 1 },
  busy: { mode: 'error', code: 131056 },
  lost: { mode: 'reset_before_accept' },
  accepted_unheard: { mode: 'accept_then_reset' },
  accepted_late: { mode: 'slow', delay_ms: 1_500 },
  failed_later: { mode: 'late_status', code: 131026, delay_ms: 50 },
  told_twice: { mode: 'duplicate_status' },
};

describeConnector('cloud-connector', async (): Promise<ConnectorHarness> => {
  const stack = await startCloudConnector({ SANDBOX_PAIR_BURST: '0' }, { PROVIDER_PAIR_BURST: '0' });
  const number = await stack.putNumber(BUSINESS);
  await stack.connect(7, number);
  await stack.phones.write(CUSTOMER, { to: BUSINESS, text: 'opens the window' });
  const referenceOf = ({ message_id }: ConnectorSend) => String(message_id);
  return {
    connector: cloudConnector,
    bus: stack.bus,
    channelId: 7,
    idleChannelId: 77,
    person: CUSTOMER,
    unsupported: { type: 'unsupported', raw: '{}' },
    during: async (send, fate, work) => {
      await stack.phones.setFault({ match: { reference: referenceOf(send) }, ...faults[fate] });
      // Holds the status back until the send has ended without an answer.
      await stack.deliver({ hold: fate === 'accepted_unheard' });
      await work().finally(() => stack.deliver({ hold: false }));
    },
    handedOver: async (send) => (await stack.phones.sends(referenceOf(send))).map(({ text }) => text ?? ''),
    openChat: () => stack.phones.openChat(CUSTOMER, BUSINESS),
    write: (text) => stack.phones.write(CUSTOMER, { to: BUSINESS, text }),
    writeUnknown: () =>
      stack.phones.write(CUSTOMER, {
        to: BUSINESS,
        type: 'unsupported',
        content: { type: 'poll', question: 'Which?' },
      }),
    isRead: async (chatMessageId) => {
      const chats = await stack.phones.chats(CUSTOMER);
      return chats.find((one) => one.chat_message_id === chatMessageId)!.read_at !== null;
    },
    redeliver: (chatMessageId) =>
      stack.postMessages(number, [
        { from: CUSTOMER, id: chatMessageId, timestamp: '1700000000', type: 'text', text: { body: 'once' } },
      ]),
    stop: () => stack.stop(),
  };
});
