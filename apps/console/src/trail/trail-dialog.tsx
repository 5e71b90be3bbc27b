import { useQuery } from '@tanstack/react-query';
import { explanationQuery, type Explanation } from '../api/explanations';
import { useFormats, useTexts } from '../texts/texts';
import { formClass } from '../ui/card';
import { Dialog } from '../ui/dialog';
import { Fact, Facts } from '../ui/facts';
import { Failed, Notice, Skeleton } from '../ui/states';
import { Table } from '../ui/table';
import { useNow } from '../ui/time';
import { useOutcomeText } from './outcome';
import { findingsOf, stepsOf, type Finding, type Step } from './trail.rules';

/** What became of a message, step by step, from all services. */
export default function TrailDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const { trail: texts } = useTexts();
  const read = useQuery(explanationQuery(messageId));
  return (
    <Dialog title={texts.open} isOpen onClose={onClose} size="large">
      {read.isPending && <Skeleton rows={4} height="2.5rem" />}
      {read.isError && !read.data && <Failed error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <Trail explanation={read.data} />}
    </Dialog>
  );
}

function Trail({ explanation }: { explanation: Explanation }) {
  const { trail: texts, thread, webhooks } = useTexts();
  const formats = useFormats();
  const now = useNow();
  const sayFinding = useFindingText();
  const sayStep = useStepText();
  const { message, send } = explanation;
  return (
    <div className={formClass}>
      <Facts>
        <Fact label={texts.status}>
          {message.direction === 'inbound' ? texts.received : thread.status[message.status]}
        </Fact>
        {send && <Fact label={texts.network}>{texts.handOver[send.state] ?? send.state}</Fact>}
        <Id label={texts.by} id={message.credential_id} />
        <Id label={texts.request} id={message.request_id} />
        <Id label={texts.trace} id={message.trace_id} />
      </Facts>
      {findingsOf(explanation, now).map((finding) => (
        <Notice key={finding.what} tone={isUsual(finding) ? 'calm' : 'wait'}>
          {sayFinding(finding)}
        </Notice>
      ))}
      <Table
        label={texts.steps}
        columns={[{ label: webhooks.time }, { label: texts.steps }]}
        rows={stepsOf(explanation).map((step, index) => ({
          id: String(index),
          cells: [formats.precise(step.at), sayStep(step)],
        }))}
      />
    </div>
  );
}

/** Nothing is wrong then. */
function isUsual({ what }: Finding): boolean {
  return what === 'queued' || what === 'nobody' || what === 'unheard';
}

function Id({ label, id }: { label: string; id: string | null }) {
  if (!id) return null;
  return (
    <Fact label={label}>
      <bdi dir="ltr">{id}</bdi>
    </Fact>
  );
}

function useStepText(): (step: Step) => string {
  const { trail: texts } = useTexts();
  const formats = useFormats();
  const sayOutcome = useOutcomeText();
  return (step) => {
    if (step.what !== 'told') return texts.step[step.what];
    const { delivery, host } = step;
    const { status, next_retry_at: next } = delivery;
    const outcome = status === 'succeeded' ? '' : sayOutcome(delivery);
    return [
      texts.told[status](delivery.event, host),
      ...(outcome ? [`${outcome}.`] : []),
      ...(status === 'pending' && next ? [`${texts.nextAttempt(formats.full(next))}.`] : []),
    ].join(' ');
  };
}

function useFindingText(): (finding: Finding) => string {
  const { trail: texts } = useTexts();
  const formats = useFormats();
  return (finding) => {
    switch (finding.what) {
      case 'failed':
        return texts.failedWith(finding.why, finding.codes.join(', '));
      case 'away':
        return [texts.channelAway(formats.full(finding.since)), ...(finding.why ? [finding.why] : [])].join(
          ' ',
        );
      case 'searched':
        return texts.searched(formats.full(finding.until));
      case 'missing':
        return texts.missing(finding.services.join(', '));
      default:
        return texts.findings[finding.what];
    }
  };
}
