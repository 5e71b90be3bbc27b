import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Channel } from '@chat/client';
import { channelsQuery } from '../api/channels';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Choices, TextField } from '../ui/field';
import { modes } from './connect-number';

const members = ['waba_id', 'phone_number_id', 'token', 'pin'] as const;

type Member = (typeof members)[number];

/** A number of a company that has a token of its own. What is typed here is kept nowhere but in the window, while it is open. */
export function OwnToken({ onClose }: { onClose: () => void }) {
  const { ownToken: texts, connecting, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(members);
  const [values, setValues] = useState<Record<Member, string>>({
    waba_id: '',
    phone_number_id: '',
    token: '',
    pin: '',
  });
  const [mode, setMode] = useState<(typeof modes)[number]>('cloud');
  const { pin, ...needed } = values;
  const isReady = Object.values(needed).every((value) => value.trim() !== '');
  const connect = async () => {
    const body = {
      waba_id: needed.waba_id.trim(),
      phone_number_id: needed.phone_number_id.trim(),
      token: needed.token.trim(),
      ...(pin.trim() !== '' && { pin: pin.trim() }),
      coexistence: mode === 'coexistence',
    };
    const { device } = await ask<{ device: Channel }>('POST', 'devices/cloud', body);
    announce(texts.connected(device.business_name));
    onClose();
    await queries.invalidateQueries(channelsQuery);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) run(connect);
  };
  const field = (member: Member) => ({
    label: texts.members[member],
    value: values[member],
    problem: problemOf(member),
    onChange: (value: string) => setValues({ ...values, [member]: value }),
    autoComplete: 'off',
  });
  return (
    <Dialog title={texts.title} isOpen onClose={onClose}>
      <form onSubmit={submit} className={formClass} autoComplete="off">
        <p>{texts.about}</p>
        <TextField {...field('waba_id')} maxLength={32} autoFocus />
        <TextField {...field('phone_number_id')} maxLength={32} />
        <TextField {...field('token')} type="password" maxLength={2_000} />
        <TextField {...field('pin')} type="password" maxLength={6} help={texts.pinHelp} isOptional />
        <Choices
          label={connecting.use}
          value={mode}
          onChange={setMode}
          options={modes.map((id) => ({ id, label: connecting.modes[id], help: connecting.modesHelp[id] }))}
        />
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady || isBusy}>
            {texts.connect}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
