import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedOnboardingSession } from '@chat/client';
import { dataOf } from '../api/call';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { Choices } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';

/** Where a number is used. */
export const modes = ['cloud', 'coexistence'] as const;

/** Leads to the provider's sign-up, which leads back to the channels. Those who may can use a token of their own instead. */
export function ConnectNumber({ onClose, onOwnToken }: { onClose: () => void; onOwnToken?: () => void }) {
  const { connecting: texts, common } = useTexts();
  const say = useProblemText();
  const [mode, setMode] = useState<(typeof modes)[number]>('cloud');
  const begin = useMutation({
    mutationFn: () =>
      dataOf<CreatedOnboardingSession>('POST', 'devices/cloud/onboarding-sessions', {
        body: { mode, return_url: new URL('channels', document.baseURI).href },
      }),
    onSuccess: ({ hosted_url: url }) => location.assign(url),
  });
  return (
    <Dialog title={texts.title} isOpen onClose={onClose}>
      <p>{texts.about}</p>
      <Choices
        label={texts.use}
        value={mode}
        onChange={setMode}
        options={modes.map((id) => ({ id, label: texts.modes[id], help: texts.modesHelp[id] }))}
      />
      {onOwnToken && (
        <div>
          <Button isSmall icon="key" onPress={onOwnToken}>
            {texts.withToken}
          </Button>
        </div>
      )}
      {begin.isError && <Notice>{say(begin.error)}</Notice>}
      <Actions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button kind="first" isDisabled={begin.isPending || begin.isSuccess} onPress={() => begin.mutate()}>
          {texts.begin}
        </Button>
      </Actions>
    </Dialog>
  );
}
