import { useEffect, useState } from 'react';
import type { Contact } from '@chat/client';
import { fileOf } from '../api/call';
import { fullName } from '../api/contacts';
import { useProof } from '../api/proof';
import { useTexts } from '../texts/texts';
import { useAct } from '../ui/act';
import { useAnnounce } from '../ui/announcer';
import { Button } from '../ui/button';
import { formClass } from '../ui/card';
import { Actions, Dialog } from '../ui/dialog';
import { Notice } from '../ui/states';

/** Saves all that is stored about somebody, as they may ask for. Closing the window ends it. */
export function ExportPerson({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { exporting: texts, common } = useTexts();
  const { proven } = useProof();
  const announce = useAnnounce();
  const { run, isBusy, notice } = useAct();
  const [left] = useState(() => new AbortController());
  useEffect(() => () => left.abort(), [left]);
  const collect = async () => {
    const { phone } = contact;
    save(await proven(() => fileOf('person-exports', { phone }, left.signal)), `${phone}.json`);
    announce(texts.saved);
    onClose();
  };
  return (
    <Dialog title={texts.title(fullName(contact))} isOpen onClose={onClose} size="small" isAlert>
      <div className={formClass}>
        <p>{texts.about}</p>
        {isBusy && <Notice tone="wait">{texts.collecting}</Notice>}
        {notice}
        <Actions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button kind="first" isDisabled={isBusy} onPress={() => run(collect)}>
            {texts.begin}
          </Button>
        </Actions>
      </div>
    </Dialog>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has it once the click is done, which it handles later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
