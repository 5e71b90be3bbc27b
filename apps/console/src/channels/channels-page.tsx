import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel, Quota } from '@chat/client';
import { getRouteApi } from '@tanstack/react-router';
import { channelsQuery } from '../api/channels';
import { useHasRole, useMay } from '../api/me';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { PageFrame } from '../ui/page';
import { Empty, Failed, Skeleton } from '../ui/states';
import { ChannelCard } from './channel-card';
import { ConnectNumber } from './connect-number';
import { DeleteChannel } from './delete-channel';
import { LinkPhone } from './link-phone';
import { OwnToken } from './own-token';
import { SignUpOutcome } from './sign-up-outcome';
import styles from './channels.module.css';

const route = getRouteApi('/channels');

type Open =
  | { what: 'connect' | 'token' }
  | { what: 'link'; channel: Channel | null }
  | { what: 'delete'; channel: Channel };

export function ChannelsPage() {
  const { channels: texts } = useTexts();
  const may = useMay();
  const hasRole = useHasRole();
  const list = useQuery(channelsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const mayLink = may('devices:manage') && may('qr:generate');
  const close = () => setOpen(null);
  const quota = list.data?.quota;
  const hasRoom = quota !== undefined && quota.account_limit_remaining !== 0;
  const mayAddPhone = mayLink && quota?.device_channels_available === true;
  const mayConnect = may('devices:manage') && quota?.cloud_api_available === true;
  const mayAdd = mayAddPhone || mayConnect;
  const { session_id: endedSignUp } = route.useSearch();
  const navigate = route.useNavigate();
  const add = (
    <>
      {mayConnect && (
        <Button
          kind={mayAddPhone ? 'second' : 'first'}
          icon="cloud"
          isDisabled={!hasRoom}
          onPress={() => setOpen({ what: 'connect' })}
        >
          {texts.connect}
        </Button>
      )}
      {mayAddPhone && (
        <Button
          kind="first"
          icon="plus"
          isDisabled={!hasRoom}
          onPress={() => setOpen({ what: 'link', channel: null })}
        >
          {texts.link}
        </Button>
      )}
    </>
  );
  return (
    <PageFrame
      title={texts.title}
      about={quota ? <Slots quota={quota} /> : texts.about}
      actions={mayAdd && list.data!.devices.length > 0 ? add : undefined}
    >
      {endedSignUp !== undefined && may('devices:manage') && (
        <SignUpOutcome
          sessionId={endedSignUp}
          onClose={() => void navigate({ to: '.', search: {}, replace: true })}
        />
      )}
      {list.isError && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton rows={3} height="8rem" />}
      {mayAdd && !hasRoom && <p className={styles.full}>{texts.noSlots}</p>}
      {list.data?.devices.length === 0 && (
        <Empty
          icon="channels"
          title={texts.emptyTitle}
          action={mayAdd ? <div className={styles.waysToAdd}>{add}</div> : undefined}
        >
          {mayLink ? texts.emptyAbout : texts.emptyViewer}
        </Empty>
      )}
      <ul className={styles.cards}>
        {list.data?.devices.map((channel) => (
          <ChannelCard
            key={channel.id}
            channel={channel}
            onLink={() => setOpen({ what: 'link', channel })}
            onDelete={() => setOpen({ what: 'delete', channel })}
          />
        ))}
      </ul>
      {open?.what === 'connect' && (
        <ConnectNumber
          onClose={close}
          onOwnToken={hasRole('admin') ? () => setOpen({ what: 'token' }) : undefined}
        />
      )}
      {open?.what === 'token' && <OwnToken onClose={close} />}
      {open?.what === 'link' && <LinkPhone channel={open.channel} onClose={close} />}
      {open?.what === 'delete' && <DeleteChannel channel={open.channel} onClose={close} />}
    </PageFrame>
  );
}

function Slots({ quota }: { quota: Quota }) {
  const { channels: texts } = useTexts();
  const { channels_in_use: used, account_limit_remaining: left } = quota;
  return left < 0 ? texts.slotsUnlimited(used) : texts.slots(used, used + left);
}
