import { contactUpdated, contactDeleted, resolveContact, type Contact } from '@chat/contracts/crm';
import type { CloudEvent, RequestContext } from '@chat/contracts';
import { getUser } from '@chat/contracts/gateway';
import { conversationMerged, resolveConversation } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { someContact, someConversation, type TestBus } from '@chat/test-kit';

const at = toTimestamp(new Date());

/**
 * Fakes of the services that tickets calls: an address book filled by the spec, and one conversation and one user per
 * account.
 */
export class FakePeers {
  readonly conversationId = 5;
  /** The id of a conversation that was merged into it. */
  readonly mergedId = 6;
  readonly userId = 7;

  private readonly contacts = new Map<number, { accountId: number; contact: Contact; version: number }>();
  private readonly deletedContacts = new Set<number>();
  private subscriptions: { unsubscribe(): void }[] = [];

  constructor(private readonly bus: TestBus) {}

  async speak(): Promise<void> {
    this.subscriptions = await Promise.all([
      this.bus.respond(resolveContact, ({ body }, { account }) => {
        const known = this.contacts.get(body.contact_id);
        if (known?.accountId !== account.id || this.deletedContacts.has(body.contact_id))
          throw new AppError('not_found');
        return { contact: known.contact };
      }),
      this.bus.respond(resolveConversation, ({ body: { conversation_id: id } }) => {
        if (id !== this.conversationId && id !== this.mergedId) throw new AppError('not_found');
        return { conversation: { ...someConversation, id: this.conversationId } };
      }),
      this.bus.respond(getUser, ({ body: { account_id, user_id: id } }) => {
        if (id !== this.userId) throw new AppError('not_found');
        return {
          user: {
            id,
            account_id,
            email: 'ada@example.com',
            name: null,
            disabled_at: null,
            created_at: at,
            updated_at: at,
          },
        };
      }),
    ]);
  }

  async fallSilent(): Promise<void> {
    this.subscriptions.forEach((subscription) => subscription.unsubscribe());
    await this.bus.nats.flush();
  }

  /** Adds a contact to the address book without publishing an event. */
  addContact({ account }: RequestContext, details: Partial<Contact> = {}): Contact {
    const contact = someContact({ id: this.contacts.size + 1, phone: '12025550123', ...details });
    this.contacts.set(contact.id, { accountId: account.id, contact, version: 1 });
    return contact;
  }

  /** Publishes a new name; with an older version than the last one if requested. */
  rename(id: number, lastname: string, entityVersion = this.nextVersion(id)): Promise<CloudEvent> {
    const { accountId, contact } = this.contacts.get(id)!;
    const data = { contact: { ...contact, lastname } };
    return this.bus.publish(contactUpdated, data, { accountId, entity: `contacts/${id}`, entityVersion });
  }

  async deleteContact(id: number): Promise<void> {
    const { accountId, contact } = this.contacts.get(id)!;
    this.deletedContacts.add(id);
    const occurrence = { accountId, entity: `contacts/${id}`, entityVersion: this.nextVersion(id) };
    await this.bus.publish(contactDeleted, { contact_id: id, phone: contact.phone }, occurrence);
  }

  /** Publishes that a conversation was merged into another one. */
  async merge(mergedId: number, into: number, { account }: RequestContext): Promise<void> {
    const data = { conversation: { ...someConversation, id: into }, merged_id: mergedId };
    await this.bus.publish(conversationMerged, data, { accountId: account.id });
  }

  private nextVersion(id: number): number {
    return (this.contacts.get(id)!.version += 1);
  }
}
