import { Link } from '@tanstack/react-router';
import { ApiError } from '../api/call';
import { useTexts } from '../texts/texts';
import { buttonClass } from './button';
import { Empty, Failed } from './states';

/** In place of a page, or of a record in a window above one, that is not there. */
export function NotFound({ isInDialog = false }: { isInDialog?: boolean }) {
  const { state } = useTexts();
  return (
    <Empty
      level={isInDialog ? 2 : 1}
      icon="question"
      title={state.notFound}
      action={
        isInDialog ? undefined : (
          <Link to="/inbox" className={buttonClass('second')}>
            {state.toInbox}
          </Link>
        )
      }
    >
      {state.notFoundHelp}
    </Empty>
  );
}

/** A single record could not be read. Answers do not tell one that is gone from a route of a newer gateway, so it is gone. */
export function MissingOr({
  error,
  onRetry,
  isInDialog,
}: {
  error: unknown;
  onRetry: () => void;
  isInDialog?: boolean;
}) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return isMissing ? <NotFound isInDialog={isInDialog} /> : <Failed error={error} onRetry={onRetry} />;
}
