import { PartMissing } from '../loading/part';
import { useTexts } from '../texts/texts';
import { Button } from '../ui/button';
import { NotFound } from '../ui/not-found';
import { useTitle } from '../ui/page';
import { Empty } from '../ui/states';

/** An address of no page. */
export function LostPage() {
  const { state } = useTexts();
  useTitle(state.notFound);
  return <NotFound />;
}

/** A fault of ours, or a part of the page that a new version replaced: either way a new page helps. */
export function Crashed({ error }: { error: unknown }) {
  const { state } = useTexts();
  const isOutdated = error instanceof PartMissing;
  return (
    <Empty
      level={1}
      icon={isOutdated ? 'spark' : 'alert'}
      title={isOutdated ? state.newVersion : state.crashed}
      action={<Button onPress={() => location.reload()}>{state.reload}</Button>}
    >
      {isOutdated ? state.newVersionHelp : state.crashedHelp}
    </Empty>
  );
}
