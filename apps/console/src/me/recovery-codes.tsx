import { useTexts } from '../texts/texts';
import { ShownOnce } from '../ui/copied';

/** What lets the person in when the authenticator app is lost. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { own: texts } = useTexts();
  return (
    <ShownOnce
      title={texts.codesTitle}
      about={texts.codesAbout}
      values={[{ label: texts.codes, value: codes.join('\n') }]}
      onClose={onClose}
    />
  );
}
