import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Channel, PairingCode } from '@chat/client';
import { ApiError, dataOf } from '../api/call';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';
import styles from './channels.module.css';

/** The code to type on the phone, for whoever has no camera at hand. */
export function PairingCodePanel({ channel }: { channel: Channel }) {
  const { linking: texts } = useTexts();
  const say = useProblemText();
  const [phone, setPhone] = useState(channel.phone_number ?? '');
  const [isWrong, setWrong] = useState(false);
  const digits = phone.replaceAll(/\D/g, '');
  const code = useMutation({
    mutationFn: () =>
      dataOf<PairingCode>('POST', `devices/${channel.id}/pairing-code`, { body: { phone: digits } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isPossible = /^\d{5,15}$/.test(digits);
    setWrong(!isPossible);
    if (isPossible && !code.isPending) code.mutate();
  };
  const { error } = code;
  const problem = isWrong ? texts.phoneInvalid : error instanceof ApiError ? error.of('phone') : undefined;
  return (
    <form onSubmit={submit} className={styles.pairing}>
      <TextField
        label={texts.phone}
        help={texts.phoneHelp}
        type="tel"
        autoComplete="off"
        value={phone}
        onChange={setPhone}
        problem={problem}
      />
      {error !== null && problem === undefined && <Notice>{say(error)}</Notice>}
      <div>
        <Button kind={code.data ? 'second' : 'first'} type="submit" isDisabled={code.isPending}>
          {code.data ? texts.newCode : texts.getCode}
        </Button>
      </div>
      {code.data && (
        <>
          <p className={styles.code}>
            <span className="unseen">{texts.codeIs} </span>
            <bdi dir="ltr">{code.data.pairing_code}</bdi>
          </p>
          <ol className={styles.steps}>
            {texts.codeSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p role="status" className={styles.waiting}>
            <span className={styles.pulse} />
            {texts.waiting}
          </p>
        </>
      )}
    </form>
  );
}
