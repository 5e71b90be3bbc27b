import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { accountsQuery, type AccountPlan } from '../api/installation';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Checkbox, TextField } from '../ui/field';

export const features = ['device_channels', 'cloud_channels', 'coexistence', 'manual_probes'] as const;

/** A whole number of a field; NaN for anything else. */
const numberOf = (text: string) => (/^-?\d{1,7}$/.test(text.trim()) ? Number(text) : NaN);

/** What an account may use. */
export function PlanForm({ account, onClose }: { account: AccountPlan; onClose: () => void }) {
  const { installation: texts, account: words, common } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const { ask, run, isBusy, problemOf, notice } = useAct(['name', 'account_limit', 'rate_limit']);
  const [name, setName] = useState(account.name);
  const [slots, setSlots] = useState(String(account.account_limit));
  const [rate, setRate] = useState(String(account.rate_limit));
  const [chosen, setChosen] = useState(() => new Set(features.filter((feature) => account[feature])));
  const isReady =
    name.trim() !== '' && !Number.isNaN(numberOf(slots)) && !Number.isNaN(numberOf(rate)) && !isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    run(async () => {
      await ask('PATCH', `accounts/${account.id}`, {
        name: name.trim(),
        account_limit: numberOf(slots),
        rate_limit: numberOf(rate),
        ...Object.fromEntries(features.map((feature) => [feature, chosen.has(feature)])),
      });
      announce(texts.saved);
      onClose();
      await queries.invalidateQueries(accountsQuery);
    });
  };
  const toggle = (feature: (typeof features)[number], isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(feature);
    else next.delete(feature);
    setChosen(next);
  };
  return (
    <Dialog title={texts.planTitle(account.name)} isOpen onClose={onClose}>
      <form onSubmit={submit} className={formClass}>
        <TextField
          label={words.name}
          value={name}
          onChange={setName}
          maxLength={100}
          problem={problemOf('name')}
        />
        <TextField
          label={words.channels}
          help={texts.slotsHelp}
          value={slots}
          onChange={setSlots}
          maxLength={7}
          problem={problemOf('account_limit')}
        />
        <TextField
          label={words.rate}
          value={rate}
          onChange={setRate}
          maxLength={7}
          problem={problemOf('rate_limit')}
        />
        <div>
          {features.map((feature) => (
            <Checkbox
              key={feature}
              isSelected={chosen.has(feature)}
              onChange={(isOn) => toggle(feature, isOn)}
            >
              {words.features[feature]}
            </Checkbox>
          ))}
        </div>
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady}>
            {common.save}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
