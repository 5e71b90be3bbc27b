import { useState, type FormEvent } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Notice } from '../ui/states';
import type { OtherProps } from './attach-menu';
import { placeOf } from './place.rules';

const PATIENCE_MS = 15_000;

/** A place: where one is, or as a map has it. */
export default function LocationForm({ onSend, onClose }: OtherProps) {
  const { composer: texts, common } = useTexts();
  const [place, setPlace] = useState('');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [isAsked, setAsked] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const found = placeOf(place);
  const findMe = () => {
    setUnknown(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setPlace(`${coords.latitude}, ${coords.longitude}`),
      () => setUnknown(true),
      { enableHighAccuracy: true, timeout: PATIENCE_MS },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!found) return;
    const words = { ...(name.trim() && { name: name.trim() }), ...(address.trim() && { address }) };
    const label = name.trim() || `${found.latitude}, ${found.longitude}`;
    onSend({ type: 'location', label, members: { ...found, ...words } });
  };
  return (
    <Dialog title={texts.kinds.location} isOpen onClose={onClose} size="small">
      <form onSubmit={submit}>
        <TextField
          label={texts.place}
          help={texts.placeHelp}
          value={place}
          onChange={setPlace}
          problem={isAsked && !found ? texts.placeUnknown : undefined}
          autoFocus
        />
        <div>
          <Button isSmall icon="pin" onPress={findMe}>
            {texts.whereIAm}
          </Button>
        </div>
        {isUnknown && <Notice tone="wait">{texts.whereUnknown}</Notice>}
        <TextField label={texts.placeName} value={name} onChange={setName} maxLength={1000} isOptional />
        <TextField
          label={texts.placeAddress}
          value={address}
          onChange={setAddress}
          maxLength={1000}
          isOptional
        />
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" type="submit">
            {texts.send}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
