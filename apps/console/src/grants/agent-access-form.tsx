import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { grantsKey, type AgentAccess, type Grant } from '../api/apps';
import { channelOptions } from '../api/channel-options.rules';
import { useChannels } from '../api/channels';
import { conversationListQuery, nameOf } from '../api/conversations';
import { useFormats, useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Checkbox, Choices, SearchField, Select } from '../ui/field';
import { LoadMore } from '../ui/load-more';
import { useSettled } from '../ui/time';
import { accessesWithin, choiceOf } from './grants.rules';

/** How far an agent may go from now on. The same choice again renews its hour. */
export default function AgentAccessForm({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const { grants: texts, common } = useTexts();
  const announce = useAnnounce();
  const formats = useFormats();
  const queries = useQueryClient();
  const channels = useChannels();
  const { ask, run, isBusy, notice } = useAct();
  const [access, setAccess] = useState<AgentAccess>(grant.mcp?.access ?? 'read');
  const [channel, setChannel] = useState(String(grant.mcp?.channel_id ?? ''));
  const [conversations, setConversations] = useState<ReadonlySet<number>>(
    new Set(grant.mcp?.conversation_ids),
  );
  const choice = choiceOf(access, { channel, conversations });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice === null) return;
    run(async () => {
      await ask('PUT', `me/grants/${grant.id}/mcp`, choice);
      announce(texts.saved);
      onClose();
      await queries.invalidateQueries({ queryKey: grantsKey });
    });
  };
  return (
    <Dialog title={texts.accessTitle(grant.app_name)} isOpen onClose={onClose}>
      <form onSubmit={submit} className={formClass}>
        <Choices
          label={texts.access}
          value={access}
          onChange={setAccess}
          options={accessesWithin(grant.mcp?.scopes ?? []).map((id) => ({
            id,
            label: texts.accesses[id],
            help: texts.accessesHelp[id],
          }))}
        />
        {access === 'answer_named' && (
          <>
            <Select
              label={texts.where}
              value={channel}
              options={[
                { id: '', label: texts.named },
                ...channelOptions(channels, formats.phone).map(({ id, label }) => ({
                  id,
                  label: texts.allOf(label),
                })),
              ]}
              onChange={setChannel}
            />
            {channel === '' && <Conversations chosen={conversations} onChange={setConversations} />}
          </>
        )}
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={choice === null || isBusy}>
            {common.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

function Conversations({
  chosen,
  onChange,
}: {
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}) {
  const { grants: texts, inbox } = useTexts();
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed).trim();
  const list = useInfiniteQuery(conversationListQuery({ search: search === '' ? undefined : search }));
  const found = list.data?.pages.flatMap(({ data }) => data.conversations) ?? [];
  const choose = (id: number, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset style={{ margin: 0, padding: 0, border: 0, minWidth: 0 }}>
      <legend className="unseen">{texts.named}</legend>
      <SearchField label={inbox.search} value={typed} onChange={setTyped} />
      {found.map((one) => (
        <Checkbox key={one.id} isSelected={chosen.has(one.id)} onChange={(isOn) => choose(one.id, isOn)}>
          <bdi>{nameOf(one, formats.phone) ?? inbox.unknownPerson}</bdi>
        </Checkbox>
      ))}
      <LoadMore list={list} isSmall />
    </fieldset>
  );
}
