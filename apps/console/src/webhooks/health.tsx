import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '@chat/client';
import { healthQuery } from '../api/webhooks';
import { useFormats, useTexts } from '../texts/texts';
import { Badge } from '../ui/card';
import { Fact, Facts } from '../ui/facts';
import { Notice } from '../ui/states';
import { useNow } from '../ui/time';

export type EndpointState = 'active' | 'failing' | 'disabled';

const tones = { active: 'good', failing: 'wait', disabled: 'bad' } as const;

export function stateOf({ status, failing_since: since }: Webhook): EndpointState {
  if (status === 'disabled') return 'disabled';
  return since == null ? 'active' : 'failing';
}

export function StateBadge({ webhook }: { webhook: Webhook }) {
  const { webhooks: texts } = useTexts();
  const state = stateOf(webhook);
  return <Badge tone={tones[state]}>{texts.states[state]}</Badge>;
}

/** Why nothing arrives, in words. */
export function Trouble({ webhook }: { webhook: Webhook }) {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  const { disabled_reason: reason, disabled_at: at, failing_since: since } = webhook;
  if (webhook.status === 'disabled') {
    return (
      <Notice tone="wait">
        {(reason != null && texts.reasons[reason]) || texts.otherReason}
        {at != null && ` ${texts.disabledAt(formats.full(at))}`}
      </Notice>
    );
  }
  return since == null ? null : <Notice tone="wait">{texts.failingSince(formats.full(since))}</Notice>;
}

/** What it gets, when something last arrived, and what is on its way. */
export function Health({ webhook }: { webhook: Webhook }) {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  const now = useNow();
  const { data: health } = useQuery(healthQuery(webhook.id));
  const { events, created_by: creator } = webhook;
  return (
    <Facts>
      <Fact label={texts.events}>{events == null ? texts.allEvents : texts.eventCount(events.length)}</Fact>
      <Fact label={texts.lastSuccess}>
        {health === undefined
          ? '…'
          : health.lastSuccess === null
            ? texts.never
            : formats.ago(health.lastSuccess, now)}
      </Fact>
      <Fact label={texts.waiting}>
        {health === undefined
          ? '…'
          : health.waiting === 0
            ? texts.nothing
            : texts.waitingCount(health.waiting, health.isCapped)}
      </Fact>
      <Fact label={texts.by}>
        {creator == null ? (
          texts.byUnknown
        ) : (
          <bdi>{creator.name ?? (creator.type === 'user' ? texts.byPerson : texts.byKey)}</bdi>
        )}
      </Fact>
    </Facts>
  );
}
