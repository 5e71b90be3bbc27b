import { useTexts } from '../texts/texts';
import { PageFrame } from '../ui/page';
import { PersonLink } from './person-link';
import { PlaceList } from './place-list';
import { placesBeyondBar, usePlaces } from './places';
import styles from './shell.module.css';

/** What the bar of a phone has no room for. */
export function MorePage() {
  const { nav } = useTexts();
  return (
    <PageFrame title={nav.more}>
      <div className={styles.all}>
        <PersonLink />
        <PlaceList places={placesBeyondBar(usePlaces())} />
      </div>
    </PageFrame>
  );
}
