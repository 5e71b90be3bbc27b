import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts';
import { buttonClass } from './button';
import { Empty } from './states';

/** In place of a page or a record that is not there. */
export function NotFound() {
  const { state } = useTexts();
  return (
    <Empty
      level={1}
      icon="question"
      title={state.notFound}
      action={
        <Link to="/inbox" className={buttonClass('second')}>
          {state.toInbox}
        </Link>
      }
    >
      {state.notFoundHelp}
    </Empty>
  );
}
