import { lazy, Suspense, useState } from 'react';
import type { Channel } from '@chat/client';
import { useMay } from '../api/me';
import { part } from '../loading/part';
import { useTexts } from '../texts/texts';
import { Menu, type Action } from '../ui/menu';
import type { Other } from './parcels.rules';

const dialogs = {
  location: lazy(part(() => import('./location-form'))),
  card: lazy(part(() => import('./card-picker'))),
  saved: lazy(part(() => import('./saved-picker'))),
  product: lazy(part(() => import('./product-form'))),
};

/** What a dialog of the menu is given. */
export interface OtherProps {
  readonly onSend: (other: Other) => void;
  readonly onClose: () => void;
}

/** What can be sent besides words on a channel of this kind. */
export function AttachMenu({
  channel,
  onFile,
  onSend,
}: {
  channel: Channel;
  onFile: () => void;
  onSend: (other: Other) => void;
}) {
  const { composer: texts } = useTexts();
  const may = useMay();
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const Open = open && dialogs[open];
  const isCloud = channel.effective_channel_type === 'cloud';
  const opens = (what: keyof typeof dialogs, icon: Action['icon']): Action => ({
    id: what,
    label: texts.kinds[what],
    icon,
    run: () => setOpen(what),
  });
  const actions: Action[] = [
    { id: 'file', label: texts.kinds.file, icon: 'file', run: onFile },
    opens('location', 'pin'),
    ...(may('contacts:read') ? [opens('card', 'contacts')] : []),
    ...(isCloud && may('assets:read') ? [opens('saved', 'list')] : []),
    ...(isCloud ? [opens('product', 'cart')] : []),
  ];
  return (
    <>
      <Menu label={texts.attach} icon="attach" actions={actions} />
      <Suspense>
        {Open && (
          <Open
            onClose={() => setOpen(null)}
            onSend={(other) => {
              setOpen(null);
              onSend(other);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
