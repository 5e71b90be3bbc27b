import type { Pagination, RequestContext } from '@chat/contracts';
import {
  createContact,
  listContacts,
  type Contact,
  type CreateContact,
  type ListContactsQuery,
} from '@chat/contracts/crm';
import { findWriter } from '@chat/contracts/messaging';
import { startTestService, testContext, type TestService } from '@chat/test-kit';
import { crmService } from '../service';

const SPEC_TIMEOUT_MS = 600_000;

/** The service on its own database and NATS; messaging is faked, and knows who wrote. */
export class CrmUnderTest {
  private lastAccountId = 0;
  private lastNumber = 0;
  /** Numbers that wrote, each behind the id of the account. */
  readonly writers = new Set<string>();

  private constructor(private readonly service: TestService) {}

  static async start(options: { replicas?: number } = {}): Promise<CrmUnderTest> {
    const crm = new CrmUnderTest(await startTestService(crmService, {}, options));
    await crm.bus.respond(findWriter, ({ body: { phone } }, { account }) => ({
      phone: crm.writers.has(`${account.id}/${phone}`) ? phone : null,
    }));
    return crm;
  }

  get bus() {
    return this.service.bus;
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Runs the service in another process of the installation meanwhile. */
  async withReplica(work: () => Promise<void>): Promise<void> {
    const replica = await this.service.startReplica();
    await work().finally(() => replica.stop());
  }

  query(sql: string, values: unknown[] = []) {
    return this.service.query(sql, values);
  }

  /** Creates the context of a new account, usable for all requests of a spec. */
  newAccount(): RequestContext {
    this.lastAccountId += 1;
    return testContext({ accountId: this.lastAccountId, timeoutMs: SPEC_TIMEOUT_MS });
  }

  /** A valid number that no other contact has. */
  newMobile(): string {
    this.lastNumber += 1;
    return `202555${String(this.lastNumber).padStart(4, '0')}`;
  }

  async create(context: RequestContext, body: Partial<CreateContact> = {}): Promise<Contact> {
    const contact = { firstname: 'Ana', mobile_code: '1', mobile: this.newMobile(), ...body };
    return (await this.bus.request(createContact, { body: contact }, context)).contact;
  }

  async list(
    context: RequestContext,
    query: ListContactsQuery = {},
  ): Promise<{ contacts: Contact[]; pagination: Pagination }> {
    const { contacts, pagination } = await this.bus.page(listContacts, { query }, context);
    return { contacts, pagination: pagination! };
  }

  async search(context: RequestContext, search: string): Promise<number[]> {
    return (await this.list(context, { search })).contacts.map(({ id }) => id);
  }
}
