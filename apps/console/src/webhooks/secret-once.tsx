import { useFormats, useTexts } from '../texts/texts';
import { ShownOnce } from '../ui/copied';
import type { FreshSecret } from './actions';

/** The secret of an endpoint. */
export function SecretOnce({ fresh, onClose }: { fresh: FreshSecret; onClose: () => void }) {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  const { secret, formerUntil } = fresh;
  return (
    <ShownOnce
      title={texts.secretTitle}
      about={texts.secretAbout}
      values={[{ label: texts.secret, value: secret }]}
      onClose={onClose}
    >
      {formerUntil !== null && (
        <p>
          {texts.newWorks} {texts.formerUntil(formats.full(formerUntil))}
        </p>
      )}
    </ShownOnce>
  );
}
