import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Channel, ChannelStatus } from '@chat/client';
import { dataOf } from '../api/call';
import { channelsQuery, channelStatusQuery, copyUnderWay } from '../api/channels';
import { useMay } from '../api/me';
import { useFormats, useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { useProblemText } from '../ui/states';
import { useNow } from '../ui/time';
import { peopleADay } from './limit.rules';
import styles from './channels.module.css';

interface Props {
  channel: Channel;
  onLink: () => void;
  onDelete: () => void;
}

/** A channel: whether it works, since when not and why, and what can be done about it. */
export function ChannelCard({ channel, onLink, onDelete }: Props) {
  const { channels: texts } = useTexts();
  const formats = useFormats();
  const { effective_channel_type: kind, connection_status: status, phone_number: number } = channel;
  // Only a Cloud channel may be copying messages, and only what is not connected has something to say.
  const needsStatus = status !== 'connected' || kind === 'cloud';
  const told = useQuery({ ...channelStatusQuery(channel.id), enabled: needsStatus }).data;
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <span className={styles.picture}>
          <Icon name={kind === 'cloud' ? 'cloud' : 'channels'} size={22} />
        </span>
        <div className={styles.names}>
          <h2 className={styles.name}>
            <bdi>{channel.business_name}</bdi>
          </h2>
          <p className={styles.number}>
            {number === undefined ? texts.noNumber : <bdi dir="ltr">{formats.phone(number)}</bdi>}
          </p>
        </div>
        <Actions channel={channel} onLink={onLink} onDelete={onDelete} />
      </div>
      <ul className={styles.badges}>
        <li className={`${styles.badge} ${styles[status]}`}>
          <span className={styles.dot} />
          {texts.status[status]}
        </li>
        <li className={styles.badge}>{texts.kinds[kind]}</li>
        {channel.is_default && (
          <li className={styles.badge}>
            <Icon name="star" size={14} />
            {texts.isDefault}
          </li>
        )}
        {channel.quality_rating !== null && (
          <li className={styles.badge}>{texts.quality[channel.quality_rating] ?? channel.quality_rating}</li>
        )}
        {channel.messaging_limit !== null && <Limit of={channel.messaging_limit} />}
      </ul>
      <Explanation channel={channel} status={told} onLink={onLink} />
    </li>
  );
}

function Limit({ of: limit }: { of: string }) {
  const { channels: texts } = useTexts();
  const formats = useFormats();
  const people = peopleADay(limit);
  if (people === null) return <li className={styles.badge}>{limit}</li>;
  const said = people === Infinity ? texts.unlimited : texts.limit(formats.number(people));
  return <li className={styles.badge}>{said}</li>;
}

function Explanation({
  channel,
  status,
  onLink,
}: {
  channel: Channel;
  status: ChannelStatus | undefined;
  onLink: () => void;
}) {
  const { channels: texts } = useTexts();
  const formats = useFormats();
  const now = useNow();
  const may = useMay();
  const isPhone = channel.effective_channel_type === 'device';
  const isLinkable = isPhone && channel.connection_status !== 'connected';
  const reason = status?.last_error_reason ?? '';
  const error = texts.errors[reason] ?? status?.last_error;
  return (
    <>
      {error ? (
        <p className={styles.error}>{error}</p>
      ) : (
        isLinkable && <p className={styles.quiet}>{texts.unlinked}</p>
      )}
      <Copy status={status} />
      <p className={styles.quiet}>
        {channel.last_seen_at === null ? texts.neverSeen : texts.seen(formats.ago(channel.last_seen_at, now))}
        {channel.token_expires_at !== null &&
          ` · ${texts.tokenExpires(formats.day(channel.token_expires_at, now))}`}
      </p>
      {isLinkable && may('devices:manage') && may('qr:generate') && (
        <div>
          <Button isSmall onPress={onLink}>
            {channel.connection_status === 'pending' ? texts.actions.continue : texts.actions.reconnect}
          </Button>
        </div>
      )}
    </>
  );
}

/** What became of the messages of the business app; nothing once they are there. */
function Copy({ status }: { status: ChannelStatus | undefined }) {
  const { channels: texts } = useTexts();
  const formats = useFormats();
  const copy = copyUnderWay(status);
  if (copy)
    return (
      <div className={styles.sync}>
        <span>
          {texts.sync}: {formats.number(copy.progress)} %
        </span>
        <progress value={copy.progress} max={100} aria-label={texts.sync} />
      </div>
    );
  const { status: end, error } = status?.sync ?? {};
  if (end === 'declined') return <p className={styles.quiet}>{texts.notShared}</p>;
  return end === 'failed' && error ? <p className={styles.error}>{error}</p> : null;
}

function Actions({ channel, onDelete }: Props) {
  const { channels: texts } = useTexts();
  const may = useMay();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const makeDefault = useMutation({
    mutationFn: () => dataOf('POST', `devices/${channel.id}/default`),
    onSuccess: () => {
      announce(texts.madeDefault(channel.business_name));
      return queries.invalidateQueries(channelsQuery);
    },
    onError: (error) => announce(say(error)),
  });
  if (!may('devices:manage')) return null;
  return (
    <Menu
      label={texts.actions.of(channel.business_name)}
      actions={[
        ...(channel.is_default
          ? []
          : [
              {
                id: 'default',
                label: texts.actions.makeDefault,
                icon: 'star' as const,
                run: () => makeDefault.mutate(),
              },
            ]),
        { id: 'delete', label: texts.actions.delete, icon: 'close', isDangerous: true, run: onDelete },
      ]}
    />
  );
}
