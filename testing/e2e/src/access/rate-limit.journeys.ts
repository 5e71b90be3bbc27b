import { ApiClient, refusal } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';

export function rateLimit(stack: RunningStack): void {
  it('admits exactly 120 of 600 concurrent requests over three gateways, whatever the key', async () => {
    const account = await stack().admin.createAccount({ rate_limit: 120 });
    const credentials = [
      await stack().admin.createApiKey(account.id),
      await stack().admin.createApiKey(account.id),
    ];
    const answers = await Promise.all(
      Array.from({ length: 600 }, (_, index) =>
        new ApiClient(stack().gatewayUrls[index % 3]!, credentials[index % 2]).get('/v1/ping'),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(480);

    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.error).toMatchObject({ code: 'rate_limit_exceeded', retryable: true });
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(refused.error.retry_after).toBe(retryAfter);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(61);
    expect(refused.headers.get('ratelimit-limit')).toBe('120');
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  });

  it('counts each account separately', async () => {
    const [exhausted, fresh] = [
      await stack().admin.createAccount({ rate_limit: 1 }),
      await stack().admin.createAccount({ rate_limit: 1 }),
    ];
    const client = stack().typedClient(await stack().admin.createApiKey(exhausted.id));
    await client.ping();
    expect((await refusal(client.ping())).code).toBe('rate_limit_exceeded');
    await stack()
      .typedClient(await stack().admin.createApiKey(fresh.id))
      .ping();
  });
}
