import { toDataURL } from 'qrcode';
import { closeCodes } from '@chat/device-network';
import { TestSandbox } from '@chat/sandbox/testing';
import { until, type SandboxFault } from '@chat/test-kit';
import { describeDeviceEngine } from '../testing/describe-device-engine';
import type { EngineFate } from '../testing/engine-harness';
import type { CloseReason } from './close-reasons';
import { SimulatedEngine } from './simulated-engine';

const CUSTOMER = '4915100000002';

/** Why the network can end a connection, and its codes for that. */
const endings = [
  'banned',
  'client_outdated',
  'phone_outdated',
  'replaced',
  'busy',
  'lost',
  'logged_out',
] as const satisfies CloseReason[];
const codes: Partial<Record<CloseReason, number>> = {
  banned: closeCodes.forbidden,
  client_outdated: closeCodes.clientOutdated,
  phone_outdated: closeCodes.multideviceMismatch,
  replaced: closeCodes.connectionReplaced,
  busy: closeCodes.unavailableService,
  lost: closeCodes.connectionClosed,
  logged_out: closeCodes.loggedOut,
};

const REFUSAL_CODE = 479;

const faults: Record<EngineFate, Omit<SandboxFault, 'match'>> = {
  refused: { mode: 'error', code: REFUSAL_CODE },
  no_answer: { mode: 'accept_then_hang' },
  broken: { mode: 'accept_then_reset' },
  slow: { mode: 'slow', delay_ms: 500 },
  failed_later: { mode: 'late_status', code: REFUSAL_CODE, delay_ms: 50 },
};

const engineOf = (networkUrl: string) =>
  new SimulatedEngine({ DEVICE_ENGINE: 'simulated', DEVICE_NETWORK_URL: networkUrl });

describeDeviceEngine('the simulated engine', async () => {
  const [sandbox, impatient] = await Promise.all([
    TestSandbox.start(),
    TestSandbox.start({ SANDBOX_QR_FIRST_MS: '200', SANDBOX_QR_NEXT_MS: '100', SANDBOX_QR_COUNT: '3' }),
  ]);
  const { phones } = sandbox;
  let people = 0;
  const newPerson = () => `4915199${10_000 + (people += 1)}`;
  const receivedBy = async (person: string, chatMessageId: string) => {
    const messages = await phones.messages(person);
    return messages.filter((message) => message.chat_message_id === chatMessageId);
  };
  return {
    engine: engineOf(sandbox.networkUrl),
    impatient: engineOf(impatient.networkUrl),
    unreachable: engineOf('ws://127.0.0.1:1/device-network'),
    customer: CUSTOMER,
    scan: async (phone, qrText) => phones.scan(phone, await toDataURL(qrText)),
    enterCode: (phone, code) => phones.enterPairingCode(phone, code),
    unlink: (phone) => phones.unlink(phone),
    linkedDevices: async (phone) => {
      const { body } = await sandbox.call('GET', '/phones');
      const known = body.phones as { digits: string; linked_devices: number }[];
      return known.find(({ digits }) => digits === phone)!.linked_devices;
    },
    endings,
    end: (phone, reason) => phones.disconnect(phone, codes[reason]),
    outages: [closeCodes.badSession, closeCodes.timedOut, closeCodes.connectionClosed, 502, 599].map(
      (code) => (phone: string) => phones.disconnect(phone, code),
    ),
    forgedState: () => 'made up',
    refusalCode: REFUSAL_CODE,
    write: (phone, text) => phones.write(CUSTOMER, { to: phone, text }),
    writeAny: (phone, message) => phones.write(CUSTOMER, { to: phone, ...message }),
    setMedia: (chatMessageId, state) => phones.setMedia(CUSTOMER, chatMessageId, state),
    openChat: (phone) => phones.openChat(CUSTOMER, phone),
    seesTyping: async (phone) => (await phones.typing(CUSTOMER)).includes(phone),
    isRead: async (chatMessageId) => {
      const chats = await phones.chats(CUSTOMER);
      return chats.find((message) => message.chat_message_id === chatMessageId)!.read_at !== null;
    },
    received: (chatMessageId) => receivedBy(CUSTOMER, chatMessageId),
    receivedBy,
    personOfTwoSpellings: async () => {
      const tail = String(10_000_000 + (people += 1));
      const person = { given: `55479${tail}`, registered: `5547${tail}` };
      await phones.setPhone(person.given, { registered_as: person.registered });
      return person;
    },
    unregisteredNumber: async () => {
      const number = newPerson();
      await phones.setPhone(number, { registered: false });
      return number;
    },
    hiddenPerson: async () => {
      const person = newPerson();
      await phones.setPhone(person, { hidden: true });
      return person;
    },
    showNumber: (person) => phones.setPhone(person, { hidden: false }),
    writeAs: (person, phone, text) => phones.write(person, { to: phone, text }),
    echo: (phone, message) => phones.echo(phone, { to: CUSTOMER, ...message }),
    retireCodes: () => phones.retireCodes(),
    demandPasskey: (phone) => phones.setPhone(phone, { passkey: true }),
    restrict: (phone, until) => phones.setPhone(phone, { restricted_until: until.toISOString() }),
    failToRead: (chatMessageId) => phones.askAgain(CUSTOMER, chatMessageId),
    untilReadableAgain: async (chatMessageId) => {
      const isReadable = async () =>
        (await receivedBy(CUSTOMER, chatMessageId)).every(({ readable, resent }) => readable && resent === 1);
      await until(isReadable, { describe: 'the device to be able to read it' });
    },
    silence: (phone, forMs) => phones.silenceLine(phone, forMs),
    receivedMedia: (chatMessageId) => phones.media(CUSTOMER, chatMessageId),
    meet: (reference, fate) => phones.setFault({ match: { reference }, ...faults[fate] }),
    stop: async () => {
      await Promise.all([sandbox.stop(), impatient.stop()]);
    },
  };
});
