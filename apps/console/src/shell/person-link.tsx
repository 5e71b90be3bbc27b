import { Link } from '@tanstack/react-router';
import { useMe } from '../api/me';
import { useTexts } from '../texts/texts';
import { Avatar } from '../ui/avatar';
import styles from './shell.module.css';

/** Who is signed in, leading to their page. */
export function PersonLink() {
  const { roles } = useTexts();
  const { user, account } = useMe();
  const name = user.name ?? user.email;
  return (
    <Link to="/me" className={styles.person} activeProps={{ 'aria-current': 'page' }}>
      <Avatar name={name} size="small" />
      <span className={styles.who}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.role}>
          <bdi>{account.name}</bdi> · {roles[user.role ?? ''] ?? user.role}
        </span>
      </span>
    </Link>
  );
}
