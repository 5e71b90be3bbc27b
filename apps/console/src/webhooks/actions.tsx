import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Delivery, Webhook } from '@chat/client';
import { dataOf } from '../api/call';
import { mayProbeQuery } from '../api/webhooks';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import type { Action } from '../ui/menu';
import { useProblemText } from '../ui/states';
import { DeleteEndpoint } from './delete-endpoint';
import { EnableEndpoint } from './enable-endpoint';
import { EndpointForm } from './endpoint-form';
import { RecoverFailed } from './recover-failed';
import { RotateSecret } from './rotate-secret';
import { SecretOnce } from './secret-once';

/** A secret that has just been made, and until when the former one works. */
export interface FreshSecret {
  readonly secret: string;
  readonly formerUntil: string | null;
}

type Open =
  | { readonly what: 'form' | 'rotate' | 'delete' | 'enable' | 'recover' }
  | { readonly what: 'secret'; readonly fresh: FreshSecret };

/** What can be done with an endpoint, and the dialog that is open for it. */
export function useEndpointActions(webhook: Webhook): { actions: Action[]; dialog: ReactNode } {
  const { webhooks: texts } = useTexts();
  const { data: mayProbe = false } = useQuery(mayProbeQuery);
  const test = useTest(webhook);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const opens = (what: 'form' | 'rotate' | 'delete' | 'enable' | 'recover') => () => setOpen({ what });
  const isActive = webhook.status === 'active';
  const actions: Action[] = [
    ...(isActive && mayProbe
      ? [
          { id: 'test', label: texts.test, icon: 'send' as const, run: () => test.mutate() },
          { id: 'recover', label: texts.recover, icon: 'forward' as const, run: opens('recover') },
        ]
      : []),
    ...(isActive
      ? []
      : [{ id: 'enable', label: texts.enable, icon: 'check' as const, run: opens('enable') }]),
    { id: 'change', label: texts.change, icon: 'template', run: opens('form') },
    { id: 'rotate', label: texts.rotate, icon: 'key', run: opens('rotate') },
    { id: 'delete', label: texts.remove, icon: 'close', isDangerous: true, run: opens('delete') },
  ];
  const dialog = open && (
    <>
      {open.what === 'form' && <EndpointForm webhook={webhook} onClose={close} />}
      {open.what === 'rotate' && (
        <RotateSecret
          webhook={webhook}
          onRotated={(fresh) => setOpen({ what: 'secret', fresh })}
          onClose={close}
        />
      )}
      {open.what === 'secret' && <SecretOnce fresh={open.fresh} onClose={close} />}
      {open.what === 'delete' && <DeleteEndpoint webhook={webhook} onClose={close} />}
      {open.what === 'enable' && <EnableEndpoint webhook={webhook} onClose={close} />}
      {open.what === 'recover' && <RecoverFailed webhookId={webhook.id} onClose={close} />}
    </>
  );
  return { actions, dialog };
}

/** Sends a test, and shows how it fares. */
function useTest({ id }: Webhook) {
  const navigate = useNavigate();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf<{ delivery: Delivery }>('POST', `webhooks/${id}/test`),
    onSuccess: async ({ delivery }) => {
      await queries.resetQueries({ queryKey: ['deliveries', id] });
      await navigate({
        to: '/webhooks/$webhook',
        params: { webhook: String(id) },
        search: { delivery: delivery.id },
      });
    },
    onError: (error) => announce(say(error)),
  });
}
