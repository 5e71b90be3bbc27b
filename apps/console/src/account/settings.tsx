import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import {
  accountQuery,
  retentionQuery,
  settingsQuery,
  type AccountSettings,
  type Retention,
} from '../api/account';
import { meQuery } from '../api/me';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass, Panel } from '../ui/card';
import { Checkbox, TextField } from '../ui/field';
import { Notice } from '../ui/states';
import { daysOf } from './account.rules';

/** What admins decide. What a server of an older version does not know is not shown. */
export function Settings() {
  const settings = useQuery(settingsQuery).data;
  const retention = useQuery(retentionQuery).data;
  return (
    <>
      {settings && <General settings={settings} />}
      {retention && <Keeping retention={retention} />}
    </>
  );
}

function General({ settings }: { settings: AccountSettings }) {
  const { account: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['name']);
  const [name, setName] = useState(settings.name);
  const [mcp, setMcp] = useState(settings.mcp ?? false);
  const isChanged = name.trim() !== settings.name || mcp !== (settings.mcp ?? false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || name.trim() === '') return;
    run(async () => {
      await ask('PATCH', 'account', { name: name.trim(), mcp });
      announce(texts.saved);
      await Promise.all(
        [accountQuery, meQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
      );
    });
  };
  return (
    <Panel title={texts.settings}>
      <form onSubmit={submit} className={formClass}>
        <TextField
          label={texts.name}
          value={name}
          onChange={setName}
          maxLength={100}
          problem={problemOf('name')}
        />
        <Checkbox isSelected={mcp} onChange={setMcp} help={texts.agentsHelp}>
          {texts.agents}
        </Checkbox>
        {notice}
        <div>
          <Button type="submit" isDisabled={!isChanged || name.trim() === '' || isBusy}>
            {common.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

const textOf = (days: number | null) => (days === null ? '' : String(days));

function Keeping({ retention }: { retention: Retention }) {
  const { account: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['message_days', 'media_days']);
  const [messages, setMessages] = useState(textOf(retention.message_days));
  const [media, setMedia] = useState(textOf(retention.media_days));
  const chosen = { message_days: daysOf(messages), media_days: daysOf(media) };
  const isReadable = chosen.message_days !== undefined && chosen.media_days !== undefined;
  const isChanged =
    chosen.message_days !== retention.message_days || chosen.media_days !== retention.media_days;
  const isShorter = (now: number | null | undefined, before: number | null) =>
    typeof now === 'number' && (before === null || now < before);
  const loses =
    isShorter(chosen.message_days, retention.message_days) ||
    isShorter(chosen.media_days, retention.media_days);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || !isReadable) return;
    run(async () => {
      await ask('PUT', 'account/retention', chosen);
      announce(texts.saved);
      await queries.invalidateQueries(retentionQuery);
    });
  };
  return (
    <Panel title={texts.retention} about={texts.retentionAbout}>
      <form onSubmit={submit} className={formClass}>
        <TextField
          label={texts.messageDays}
          value={messages}
          onChange={setMessages}
          maxLength={5}
          problem={problemOf('message_days')}
        />
        <TextField
          label={texts.mediaDays}
          value={media}
          onChange={setMedia}
          maxLength={5}
          problem={problemOf('media_days')}
        />
        {loses && <Notice tone="wait">{texts.loses}</Notice>}
        {notice}
        <div>
          <Button
            kind={loses ? 'danger' : 'second'}
            type="submit"
            isDisabled={!isChanged || !isReadable || isBusy}
          >
            {common.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
