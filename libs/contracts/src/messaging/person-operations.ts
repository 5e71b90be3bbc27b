import { operation } from '..';
import {
  ExportedConversations,
  ExportedMessages,
  ExportMessages,
  GatheredErased,
  GatherErased,
  HiddenPerson,
  HidePerson,
  KnownNumber,
  NumberRef,
  PersonRef,
  PurgedPerson,
} from './person.dto';

/**
 * Hides the conversations with a person. Clients no longer see them, and a new inbound message starts a new
 * conversation.
 */
export const hidePerson = operation({
  subject: 'rpc.messaging.person.hide',
  effect: 'write',
  body: HidePerson,
  output: HiddenPerson,
});

/** Returns the identifiers under which other services may have stored data of the hidden conversations. */
export const gatherErased = operation({
  subject: 'rpc.messaging.person.gather',
  effect: 'read',
  body: GatherErased,
  output: GatheredErased,
});

/** Deletes one batch of the hidden data, including its media and the connectors' records. Idempotent. */
export const purgePerson = operation({
  subject: 'rpc.messaging.person.purge',
  effect: 'write',
  body: HidePerson,
  output: PurgedPerson,
  timeoutMs: 25_000,
});

/** Tells whether somebody with this number wrote to the account, for a number that no numbering plan knows. */
export const findWriter = operation({
  subject: 'rpc.messaging.person.find-writer',
  effect: 'read',
  body: NumberRef,
  output: KnownNumber,
});

export const exportConversations = operation({
  subject: 'rpc.messaging.person.export-conversations',
  effect: 'read',
  body: PersonRef,
  output: ExportedConversations,
});

/** Returns one batch of the messages of a conversation, oldest first. */
export const exportMessages = operation({
  subject: 'rpc.messaging.person.export-messages',
  effect: 'read',
  body: ExportMessages,
  output: ExportedMessages,
});
