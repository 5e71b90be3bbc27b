import { operation } from '..';
import {
  ExportedConversations,
  ExportedMessages,
  ExportMessages,
  GatheredErased,
  GatherErased,
  HiddenPerson,
  HidePerson,
  PersonRef,
  PurgedPerson,
} from './person.dto';

/** Hides the conversations with a person. From then on they are gone for clients, and what comes in begins anew. */
export const hidePerson = operation({
  subject: 'rpc.messaging.person.hide',
  effect: 'write',
  body: HidePerson,
  output: HiddenPerson,
});

/** How other services name what is hidden. */
export const gatherErased = operation({
  subject: 'rpc.messaging.person.gather',
  effect: 'read',
  body: GatherErased,
  output: GatheredErased,
});

/** Deletes one batch of what is hidden, with its media and what connectors keep of it. Safe to repeat. */
export const purgePerson = operation({
  subject: 'rpc.messaging.person.purge',
  effect: 'write',
  body: HidePerson,
  output: PurgedPerson,
  timeoutMs: 25_000,
});

export const exportConversations = operation({
  subject: 'rpc.messaging.person.export-conversations',
  effect: 'read',
  body: PersonRef,
  output: ExportedConversations,
});

/** One batch of the messages of a conversation, the oldest first. */
export const exportMessages = operation({
  subject: 'rpc.messaging.person.export-messages',
  effect: 'read',
  body: ExportMessages,
  output: ExportedMessages,
});
