import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EnabledWebhook, Probe, Webhook } from '@chat/client';
import { ApiError, dataOf } from '../api/call';
import { webhooksQuery } from '../api/webhooks';
import { useFormats, useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { quietClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Notice, useProblemText } from '../ui/states';
import { useOutcomeText } from '../trail/outcome';
import styles from './webhooks.module.css';

/** Probes a disabled endpoint, and shows how it answered. */
export function EnableEndpoint({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks: texts, common } = useTexts();
  const say = useProblemText();
  const queries = useQueryClient();
  const enable = useMutation({
    mutationFn: () => dataOf<EnabledWebhook>('POST', `webhooks/${webhook.id}/enable`),
  });
  const close = () => {
    onClose();
    // Only now, since an endpoint that works has no such dialog.
    if (enable.isSuccess) void queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  };
  const probes = enable.data?.probes ?? probesOf(enable.error);
  return (
    <Dialog title={texts.enableTitle(webhook.label)} isOpen onClose={close} size="small">
      {!enable.isSuccess && <p>{texts.enableAbout}</p>}
      {enable.isPending && <p role="status">{texts.probing}</p>}
      {!enable.isPending && probes.length > 0 && <Probes probes={probes} />}
      {enable.isError && <Notice>{say(enable.error)}</Notice>}
      {enable.isSuccess && <Notice tone="calm">{texts.enabled(webhook.label)}</Notice>}
      <Actions>
        {enable.isSuccess ? (
          <Button kind="first" onPress={close}>
            {common.done}
          </Button>
        ) : (
          <>
            <Button onPress={close}>{common.cancel}</Button>
            <Button kind="first" isDisabled={enable.isPending} onPress={() => enable.mutate()}>
              {texts.enableNow}
            </Button>
          </>
        )}
      </Actions>
    </Dialog>
  );
}

function Probes({ probes }: { probes: readonly Probe[] }) {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  const outcome = useOutcomeText();
  return (
    <ul className={styles.probes} aria-label={texts.probes}>
      {probes.map((probe, index) => (
        <li key={index}>
          <span>{texts.probe(formats.number(index + 1))}</span>
          <span className={probe.error === null ? styles.good : styles.bad}>{outcome(probe)}</span>
          <span className={quietClass}>{texts.milliseconds(formats.number(probe.duration_ms))}</span>
        </li>
      ))}
    </ul>
  );
}

/** An older server does not say them. */
function probesOf(error: unknown): readonly Probe[] {
  return error instanceof ApiError ? ((error.details['probes'] as Probe[] | undefined) ?? []) : [];
}
