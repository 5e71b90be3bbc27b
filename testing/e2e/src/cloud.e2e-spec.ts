import { cloudCallbacks } from './cloud/cloud-callbacks.journeys';
import { cloudErrors } from './cloud/cloud-errors.journeys';
import { cloudKinds } from './cloud/cloud-kinds.journeys';
import { approvedTemplate, freshCustomer, openCloudShop } from './cloud/cloud-shop';
import { cloudShapes } from './cloud/cloud-shapes.journeys';
import { cloudSecrets } from './cloud/cloud-secrets.journeys';
import { cloudChannels } from './cloud/cloud.journeys';
import { interactiveMessages } from './cloud/interactive.journeys';
import { answers } from './messages/answers.journeys';
import { spelledNumbers } from './messages/spelled-numbers.journeys';
import { sharedStack } from './shared-stack';

const PROVIDER_APP_SECRET = '5ecre70f7heapp5ecre70f7heapp0001';
const PROVIDER_VERIFY_TOKEN = 'verify70kenverify70ken0001';

describe("a number on the provider's cloud", () => {
  const stack = sharedStack({
    layout: 'standalone',
    env: {
      PROVIDER_APP_SECRET,
      PROVIDER_VERIFY_TOKEN,
      // Longer than sends that succeed ever take; those that cannot succeed use all of it.
      SEND_TIMEOUT_MS: '10000',
      PROVIDER_NUMBER_PER_SECOND: '0',
      PROVIDER_PAIR_BURST: '0',
      SANDBOX_NUMBER_PER_SECOND: '0',
      SANDBOX_PAIR_BURST: '0',
    },
  });

  describe('as a channel', () => cloudChannels(stack));
  describe('and its messages of every kind', () => cloudKinds(stack));
  describe('and people whose numbers have several spellings', () =>
    spelledNumbers(stack, async () => {
      const { accountId, client, receiver, device, number } = await openCloudShop(stack());
      const template = await approvedTemplate(stack(), accountId, device.id);
      const writeFirst = (to: object) => client.sendTemplate({ ...to, ...template });
      return { client, receiver, channelId: device.id, number: number.digits, writeFirst };
    }));
  describe('and what its messages refer to', () =>
    answers(stack, async () => {
      const { client, receiver, device, number } = await openCloudShop(stack());
      const customer = await freshCustomer(stack(), { number, receiver });
      return { client, receiver, channelId: device.id, number: number.digits, customer };
    }));
  describe('and its interactive messages', () => interactiveMessages(stack));
  describe("and the provider's errors", () => cloudErrors(stack));
  describe("and the provider's callbacks", () => cloudCallbacks(stack));
  describe("and the provider's shapes", () => cloudShapes(stack, PROVIDER_APP_SECRET));
  describe('and its secrets', () => cloudSecrets(stack, [PROVIDER_APP_SECRET, PROVIDER_VERIFY_TOKEN]));
});
