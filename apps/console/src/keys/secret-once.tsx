import type { CreatedKey } from '../api/keys';
import { useTexts } from '../texts/texts';
import { ShownOnce } from '../ui/copied';

/** The secret of a key. */
export function SecretOnce({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const { keys: texts } = useTexts();
  return (
    <ShownOnce
      title={texts.secretTitle}
      about={texts.secretAbout}
      values={[
        { label: texts.clientId, value: created.api_key.client_id },
        { label: texts.secret, value: created.client_secret },
      ]}
      onClose={onClose}
    />
  );
}
