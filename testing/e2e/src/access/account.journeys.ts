import { until } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { receiverAt, freshNumber } from '../messages/shop';

/** What an integration learns of the account that it works for. */
export function account(stack: RunningStack): void {
  it('shows its plan and what is left of it, whatever the credential may do', async () => {
    const { admin } = stack();
    const { id, name } = await admin.createAccount({ account_limit: 4 });
    const client = stack().typedClient(await admin.createApiKey(id));
    const bare = stack().typedClient(await admin.createApiKey(id, { scopes: [] }));
    await client.createChannel({ name: 'Shop' });
    await client.createContact({ firstname: 'Ada', ...receiverAt(freshNumber()) });
    const own = async () => (await bare.getOwnAccount()).account;
    const contacts = async () => (await own()).limits.find(({ limit }) => limit === 'contacts');
    expect(await own()).toMatchObject({ id, name, slots: { limit: 4, used: 1, remaining: 3 } });
    await until(async () => (await contacts())?.used === 1, { describe: 'the contact to be counted' });
    expect(await contacts()).toMatchObject({ unit: 'records', max: 1_000_000, remaining: 999_999 });
    const { rate_limit: before } = await own();
    await client.ping();
    const { rate_limit: after } = await own();
    expect(after).toEqual({ limit: before.limit, remaining: before.remaining - 2 });
    expect((await bare.ping()).account).toEqual({ id, name });
  });

  it('lists the people to whom tickets can be assigned', async () => {
    const { admin } = stack();
    const { id } = await admin.createAccount();
    const user = await admin.createUser(id, `ada-${id}@example.com`);
    const team = stack().typedClient(
      await admin.createApiKey(id, { scopes: ['tickets:read', 'tickets:write'] }),
    );
    const { users } = await team.listUsers();
    expect(users).toEqual([{ id: user.id, name: null }]);
    const { ticket_type: type } = await team.createTicketType({ key: 'order', name: 'Order' });
    const { ticket } = await team.createTicket({
      ...{ type_key: type.key, subject: 'Late', assignee_id: users[0]!.id },
    });
    expect(ticket.assignee_id).toBe(user.id);
  });
}
