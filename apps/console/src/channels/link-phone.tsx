import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { Channel, CreatedChannel } from '@chat/client';
import { channelsQuery } from '../api/channels';
import { useFormats, useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { Button, buttonClass } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Empty } from '../ui/states';
import { Tabs } from '../ui/tabs';
import { PairingCodePanel } from './pairing-code-panel';
import { QrPanel } from './qr-panel';

/** From a name to a connected phone. Once the phone is linked, the dialog says so without a click. */
export function LinkPhone({ channel: given, onClose }: { channel: Channel | null; onClose: () => void }) {
  const { linking: texts } = useTexts();
  const [channel, setChannel] = useState(given);
  const current = useQuery(channelsQuery).data?.devices.find(({ id }) => id === channel?.id) ?? channel;
  const queries = useQueryClient();
  // The connection may be heard of by the code that was asked for, or by an event.
  const onConnected = () => void queries.invalidateQueries(channelsQuery);
  return (
    <Dialog
      title={given ? texts.titleOf(given.business_name) : texts.titleNew}
      isOpen
      onClose={onClose}
      size="medium"
    >
      {current === null ? (
        <NameForm onCreated={setChannel} onClose={onClose} />
      ) : current.connection_status === 'connected' ? (
        <Connected channel={current} onClose={onClose} />
      ) : (
        <Tabs
          label={texts.titleNew}
          tabs={[
            {
              id: 'qr',
              label: texts.qr,
              panel: <QrPanel channelId={current.id} onConnected={onConnected} />,
            },
            { id: 'code', label: texts.code, panel: <PairingCodePanel channel={current} /> },
          ]}
        />
      )}
    </Dialog>
  );
}

function NameForm({ onCreated, onClose }: { onCreated: (channel: Channel) => void; onClose: () => void }) {
  const { linking: texts, common } = useTexts();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['name']);
  const [name, setName] = useState('');
  const isReady = name.trim() !== '' && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    run(async () => {
      const { device } = await ask<CreatedChannel>('POST', 'devices', { name });
      onCreated(device);
      await queries.invalidateQueries(channelsQuery);
    });
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label={texts.name}
        help={texts.nameHelp}
        value={name}
        onChange={setName}
        problem={problemOf('name')}
        maxLength={50}
        autoFocus
      />
      {notice}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="first" type="submit" isDisabled={!isReady}>
          {texts.begin}
        </Button>
      </Actions>
    </form>
  );
}

function Connected({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { linking: texts, common } = useTexts();
  const formats = useFormats();
  return (
    <div role="status">
      <Empty icon="check" title={texts.connected(channel.business_name)}>
        {texts.connectedAbout(formats.phone(channel.phone_number ?? ''))}
      </Empty>
      <Actions>
        <Button onPress={onClose}>{common.done}</Button>
        <Link to="/inbox" className={buttonClass('first')} onClick={onClose}>
          {texts.toInbox}
        </Link>
      </Actions>
    </div>
  );
}
