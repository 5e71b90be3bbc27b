import type { TestService } from '@chat/test-kit';

/** Makes every lane due now, for specs that shift deliveries in time by editing the table. */
export async function wakeLanes(service: TestService): Promise<void> {
  await service.query(
    'UPDATE webhooks.lanes SET due_at = now(), held_until = NULL, additions = additions + 1',
  );
}
