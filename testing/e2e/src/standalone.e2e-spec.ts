import { console } from './console/console.journeys';
import { contacts } from './crm/contacts.journeys';
import { conversations } from './messages/conversations.journeys';
import { credentials } from './access/credentials.journeys';
import { documentation } from './docs/documentation.journeys';
import { legacyClients } from './legacy/legacy.journeys';
import { mainJob } from './messages/main-job.journeys';
import { postman } from './docs/postman.journeys';
import { phonePeople } from './messages/phone-people.journeys';
import { openPhoneShop } from './messages/shop';
import { spelledNumbers } from './messages/spelled-numbers.journeys';
import { sharedStack } from './shared-stack';
import { tickets } from './crm/tickets.journeys';
import { webhooks } from './webhooks/webhooks.journeys';

/** Journeys that do not depend on the layout run where they cost least. */
describe('all services in one process', () => {
  const stack = sharedStack({ layout: 'standalone', env: { FEATURE_TEMPLATE_PROVIDER_DELETE_V1: 'on' } });

  describe('the main job', () => mainJob(stack));
  describe('contacts', () => contacts(stack));
  describe('conversations', () => conversations(stack));
  describe('the people of the phones’ network', () => phonePeople(stack));
  describe('people whose numbers have several spellings', () =>
    spelledNumbers(stack, async () => {
      const shop = await openPhoneShop(stack());
      const { client, channelId } = shop;
      const writeFirst = (to: object) =>
        client.sendMessage({ ...to, chat_account_id: channelId, message: 'First words' });
      return { ...shop, writeFirst };
    }));
  describe('tickets', () => tickets(stack));
  describe('credentials', () => credentials(stack));
  describe('webhooks', () => webhooks(stack));
  describe('a program from before v1', () => legacyClients(stack));
  describe('the console', () => console(stack));
  describe('the documentation', () => documentation(stack));
  describe('the collection for Postman', () => postman(stack));
});
