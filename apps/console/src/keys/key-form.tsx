import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError, dataOf } from '../api/call';
import { keysQuery, readOwnAddress, type ApiKey, type CreatedKey, type KeySettings } from '../api/keys';
import { useProof } from '../api/proof';
import { useTexts } from '../texts/texts';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Checkbox, Choices, Select, TextField } from '../ui/field';
import { Notice, useProblemText } from '../ui/states';
import { addressesOf, expiryOf, lifetimes, scopes, withAddress, type Lifetime } from './keys.rules';
import styles from './keys.module.css';

/** What a key is called, may do, from where, and how long. */
export function KeyForm({
  apiKey,
  onCreated,
  onClose,
}: {
  apiKey: ApiKey | null;
  onCreated: (created: CreatedKey) => void;
  onClose: () => void;
}) {
  const { keys: texts, common } = useTexts();
  const { proven } = useProof();
  const announce = useAnnounce();
  const say = useProblemText();
  const queries = useQueryClient();
  const [name, setName] = useState(apiKey?.name ?? '');
  const [kind, setKind] = useState<'usual' | 'chosen'>(apiKey && apiKey.scopes == null ? 'usual' : 'chosen');
  const [chosen, setChosen] = useState<readonly string[]>(apiKey?.scopes ?? []);
  const [addresses, setAddresses] = useState(apiKey?.allowlist.join('\n') ?? '');
  const [lifetime, setLifetime] = useState<Lifetime | 'kept'>(apiKey ? 'kept' : 'never');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const problemOf = (member: string) => (error instanceof ApiError ? error.of(member) : undefined);
  const isPlaced = ['name', 'scopes', 'allowlist'].some((member) => problemOf(member) !== undefined);
  const isCancelled = error instanceof ApiError && error.code === 'cancelled';
  const isReady = name.trim() !== '' && (kind === 'usual' || chosen.length > 0);
  const save = async (settings: Partial<KeySettings>) => {
    if (apiKey) {
      await proven(() => dataOf('PATCH', `api-keys/${apiKey.client_id}`, { body: settings }));
      announce(texts.saved);
      onClose();
    } else onCreated(await proven(() => dataOf<CreatedKey>('POST', 'api-keys', { body: settings })));
    await queries.invalidateQueries(keysQuery);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    setError(null);
    void save({
      name: name.trim(),
      scopes: kind === 'usual' ? null : chosen,
      allowlist: addressesOf(addresses),
      ...(lifetime !== 'kept' && { expires_at: expiryOf(lifetime, Date.now()) }),
    })
      .catch(setError)
      .finally(() => setBusy(false));
  };
  const addMine = async () => {
    const address = await readOwnAddress().catch(() => null);
    if (address === null) announce(texts.addressUnknown);
    else setAddresses((text) => withAddress(text, address));
  };
  return (
    <Dialog title={apiKey ? texts.editTitle : texts.addTitle} isOpen onClose={onClose}>
      <form onSubmit={submit} className={formClass}>
        <TextField
          label={texts.name}
          help={texts.nameHelp}
          value={name}
          onChange={setName}
          maxLength={100}
          problem={problemOf('name')}
          autoFocus
        />
        <Choices
          label={texts.may}
          value={kind}
          onChange={setKind}
          options={[
            { id: 'chosen', label: texts.chosen, help: texts.chosenHelp },
            { id: 'usual', label: texts.usual, help: texts.usualHelp },
          ]}
        />
        {kind === 'chosen' && <Scopes chosen={chosen} onChange={setChosen} />}
        <TextField
          label={texts.from}
          help={texts.fromHelp}
          value={addresses}
          onChange={setAddresses}
          lines={3}
          problem={problemOf('allowlist')}
        />
        <div>
          <Button isSmall icon="plus" onPress={() => void addMine()}>
            {texts.addMine}
          </Button>
        </div>
        {addressesOf(addresses).length === 0 && <Notice tone="wait">{texts.emptyList}</Notice>}
        <Select
          label={texts.expires}
          value={lifetime}
          options={[
            ...(apiKey ? [{ id: 'kept' as const, label: texts.asIs }] : []),
            ...lifetimes.map((id) => ({ id, label: texts.lifetimes[id] })),
          ]}
          onChange={setLifetime}
        />
        {error !== null && !isPlaced && !isCancelled && <Notice>{say(error)}</Notice>}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit" isDisabled={!isReady || isBusy}>
            {apiKey ? common.save : texts.create}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

function Scopes({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { keys: texts } = useTexts();
  return (
    <fieldset className={styles.scopes}>
      <legend className="unseen">{texts.chosen}</legend>
      {scopes.map((scope) => (
        <Checkbox
          key={scope}
          isSelected={chosen.includes(scope)}
          onChange={(isOn) => onChange(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
        >
          <span>
            {texts.scopes[scope]} <code className={styles.scope}>{scope}</code>
          </span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
