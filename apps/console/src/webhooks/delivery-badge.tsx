import type { Delivery } from '@chat/client';
import { useTexts } from '../texts/texts';
import { Badge } from '../ui/card';

const tones = { pending: undefined, succeeded: 'good', blocked: 'wait', failed: 'bad' } as const;

/** How far a delivery has come. */
export function DeliveryBadge({ status }: Pick<Delivery, 'status'>) {
  const { webhooks: texts } = useTexts();
  return <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>;
}
