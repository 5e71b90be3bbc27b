import type { TestService } from '@chat/testing';

/** Has every lane looked at now, as when time has passed: for specs that move deliveries in their table. */
export async function wakeLanes(service: TestService): Promise<void> {
  await service.query(
    'UPDATE webhooks.lanes SET due_at = now(), held_until = NULL, additions = additions + 1',
  );
}
