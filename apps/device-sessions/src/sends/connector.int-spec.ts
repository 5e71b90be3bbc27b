import type { ConnectorSend } from '@chat/contracts/connector';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { describeConnector, type ConnectorHarness, type Fate, type SandboxFault } from '@chat/test-kit';
import { BUSINESS, CUSTOMER, startDeviceSessions } from '../testing/device-sessions-under-test';

const faults: Record<Fate, Omit<SandboxFault, 'match'>> = {
  no_such_person: { mode: 'error', code: 404 },
  refused_for_good: { mode: 'error', code: 463 },
  busy_once: { mode: 'error', code: 503, attempts: 1 },
  busy: { mode: 'error', code: 429 },
  lost: { mode: 'reset_before_accept' },
  accepted_unheard: { mode: 'accept_then_reset' },
  accepted_late: { mode: 'slow', delay_ms: 1_500 },
  failed_later: { mode: 'late_status', code: 479, delay_ms: 50 },
  told_twice: { mode: 'duplicate_status' },
};
const breaking: readonly Fate[] = ['lost', 'accepted_unheard'];

describeConnector('device-sessions', async (): Promise<ConnectorHarness> => {
  const stack = await startDeviceSessions();
  await stack.link(7, BUSINESS);
  const referenceOf = ({ message_id }: ConnectorSend) => String(message_id);
  return {
    connector: deviceConnector,
    bus: stack.bus,
    channelId: 7,
    idleChannelId: 77,
    person: CUSTOMER,
    unsupported: { type: 'unsupported', raw: '{}' },
    during: async (send, fate, work) => {
      await stack.phones.setFault({ match: { reference: referenceOf(send) }, ...faults[fate] });
      await (breaking.includes(fate) ? stack.reconnectsAfter(7, work) : work());
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
      const message = (await stack.phones.chats(CUSTOMER)).find(
        (one) => one.chat_message_id === chatMessageId,
      );
      return message!.read_at !== null;
    },
    redeliver: (chatMessageId) => stack.sandbox.redeliver(chatMessageId),
    stop: () => stack.stop(),
  };
});
