import { contacts } from './contacts.journeys';
import { conversations } from './conversations.journeys';
import { credentials } from './credentials.journeys';
import { documentation } from './documentation.journeys';
import { legacyClients } from './legacy.journeys';
import { mainJob } from './main-job.journeys';
import { sharedStack } from './shared-stack';
import { tickets } from './tickets.journeys';
import { webhooks } from './webhooks.journeys';

/** Journeys that do not depend on the layout run where they cost least. */
describe('all services in one process', () => {
  const stack = sharedStack({ layout: 'standalone' });

  describe('the main job', () => mainJob(stack));
  describe('contacts', () => contacts(stack));
  describe('conversations', () => conversations(stack));
  describe('tickets', () => tickets(stack));
  describe('credentials', () => credentials(stack));
  describe('webhooks', () => webhooks(stack));
  describe('a program from before v1', () => legacyClients(stack));
  describe('the documentation', () => documentation(stack));
});
