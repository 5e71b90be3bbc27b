import { useQueryClient } from '@tanstack/react-query';
import { grantsKey, type Grant } from '../api/apps';
import { useTexts } from '../texts/texts';
import { Confirm } from '../ui/act';
import { useAnnounce } from '../ui/announcer';

/** Takes back what somebody allowed an app. */
export function RevokeGrant({
  grant,
  at,
  onClose,
}: {
  grant: Grant;
  /** One's own, or anybody's. */
  at: 'me/grants' | 'grants';
  onClose: () => void;
}) {
  const { grants: texts } = useTexts();
  const announce = useAnnounce();
  const queries = useQueryClient();
  return (
    <Confirm
      title={texts.revokeTitle(grant.app_name)}
      action={texts.revoke}
      onClose={onClose}
      act={async (ask) => {
        await ask('DELETE', `${at}/${grant.id}`);
        announce(texts.revoked(grant.app_name));
        onClose();
        await queries.invalidateQueries({ queryKey: grantsKey });
      }}
    >
      {texts.revokeAbout}
    </Confirm>
  );
}
