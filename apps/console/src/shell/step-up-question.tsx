import { useState, type FormEvent } from 'react';
import { dataOf } from '../api/call';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';

export default function Question({ onClose }: { onClose: (isProven: boolean) => void }) {
  const { stepUp, common } = useTexts();
  const say = useProblemText();
  const [kind, setKind] = useState<'password' | 'code'>('password');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (value === '' || isBusy) return;
    setBusy(true);
    try {
      await dataOf('POST', 'step-up', { body: { [kind]: value } });
      onClose(true);
    } catch (error) {
      setProblem(say(error));
      setBusy(false);
    }
  };
  const switchKind = () => {
    setKind(kind === 'password' ? 'code' : 'password');
    setValue('');
    setProblem(undefined);
  };
  return (
    <Dialog title={stepUp.title} isOpen onClose={() => onClose(false)} size="small">
      <p>{stepUp.about}</p>
      <form onSubmit={(event) => void submit(event)}>
        <TextField
          key={kind}
          label={kind === 'password' ? stepUp.password : stepUp.code}
          type={kind === 'password' ? 'password' : 'text'}
          autoComplete={kind === 'password' ? 'current-password' : 'one-time-code'}
          value={value}
          onChange={setValue}
          autoFocus
        />
        {problem !== undefined && <Notice>{problem}</Notice>}
        <Actions>
          <Button kind="plain" onPress={switchKind}>
            {kind === 'password' ? stepUp.useCode : stepUp.usePassword}
          </Button>
          <Button onPress={() => onClose(false)}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={value === '' || isBusy}>
            {stepUp.confirm}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
