import { useFormats, useTexts } from '../texts/texts';
import { ShownOnce } from '../ui/copied';

/** A link that is given to a person, and works once. */
export interface Link {
  readonly kind: 'invitation' | 'reset';
  readonly url: string;
  /** Whom it is for. */
  readonly to: string;
  readonly until: string;
}

export function LinkOnce({ link, onClose }: { link: Link; onClose: () => void }) {
  const { people: texts } = useTexts();
  const formats = useFormats();
  return (
    <ShownOnce
      title={texts.linkTitle(link.to)}
      about={texts.linkAbout[link.kind](formats.full(link.until))}
      values={[{ label: texts.link, value: link.url }]}
      onClose={onClose}
    />
  );
}
