import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { assetsQuery, pathOf } from '../api/assets';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import paper from '../sending/templates.module.css';
import { AssetPreview } from './asset-preview';
import { isComplete, limits, requestOf, type AssetDraft } from './asset.rules';
import { Sections } from './sections';

/** Makes an asset, or changes one, beside what the customer will see. */
export function AssetForm({
  id,
  start,
  onClose,
}: {
  id: number | null;
  start: AssetDraft;
  onClose: () => void;
}) {
  const { assets: texts, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(start);
  const isLink = draft.kind === 'cta_url';
  const buttonMember = isLink ? 'display_text' : 'button';
  const { ask, run, isBusy, problemOf, notice } = useAct([
    ...['name', 'header', 'body', 'footer', buttonMember],
    ...(isLink ? ['url'] : []),
  ]);
  const change = (part: Partial<AssetDraft>) => setDraft((before) => ({ ...before, ...part }));
  const isReady = isComplete(draft) && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    run(async () => {
      const path = pathOf(draft.kind);
      if (id === null) await ask('POST', path, requestOf(draft, true));
      else await ask('PATCH', `${path}/${id}`, requestOf(draft, false));
      announce(texts.saved);
      onClose();
      await queries.invalidateQueries(assetsQuery);
    });
  };
  const field = (member: 'name' | 'header' | 'body' | 'footer', isOptional = false) => (
    <TextField
      label={texts.members[member]}
      help={member === 'name' ? texts.nameHelp : undefined}
      value={draft[member]}
      onChange={(value) => change({ [member]: value })}
      maxLength={limits[member]}
      lines={member === 'body' ? 3 : undefined}
      isOptional={isOptional}
      problem={problemOf(member)}
      autoFocus={member === 'name'}
    />
  );
  return (
    <Dialog title={texts.kinds[draft.kind]} isOpen onClose={onClose} size="large">
      <form onSubmit={submit} className={paper.filling}>
        <div className={formClass}>
          {field('name')}
          {field('header', true)}
          {field('body')}
          {field('footer', true)}
          <TextField
            label={texts.members.button}
            value={draft.button}
            onChange={(button) => change({ button })}
            maxLength={limits.button}
            problem={problemOf(buttonMember)}
          />
          {isLink ? (
            <TextField
              label={texts.members.url}
              help={texts.urlHelp}
              value={draft.url}
              onChange={(url) => change({ url })}
              maxLength={limits.url}
              problem={problemOf('url') && texts.urlInvalid}
            />
          ) : (
            <Sections draft={draft} onChange={(sections) => change({ sections })} />
          )}
          {notice}
        </div>
        <AssetPreview draft={draft} />
        <div className={paper.end}>
          <Actions>
            <Button onPress={onClose}>{common.cancel}</Button>
            <Button kind="first" type="submit" isDisabled={!isReady}>
              {common.save}
            </Button>
          </Actions>
        </div>
      </form>
    </Dialog>
  );
}
