import type { ReactNode } from 'react';
import { ApiError, NO_ANSWER, WAS_LEFT } from '../api/call';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { Icon, type IconName } from './icon';
import styles from './states.module.css';

/** A place without anything yet: what belongs here, and what to do next. */
export function Empty({
  icon,
  title,
  children,
  action,
  level = 2,
}: {
  icon: IconName;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2;
}) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <span className={styles.picture}>
        <Icon name={icon} size={28} />
      </span>
      <Title>{title}</Title>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

/** What a refusal or a missing answer means, in a sentence. */
export function useProblemText(): (error: unknown) => string {
  const { state } = useTexts();
  return (error) => {
    if (!(error instanceof ApiError)) return state.odd;
    if (error.code === NO_ANSWER) return state.noAnswer;
    if (error.code === WAS_LEFT) return state.wasLeft;
    return error.message || state.odd;
  };
}

/** Something could not be loaded. A page knows what it asks for, so what is not there is missing in an older gateway. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { state, common } = useTexts();
  const say = useProblemText();
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <div className={styles.empty} role="alert">
      <span className={styles.picture}>
        <Icon name="alert" size={28} />
      </span>
      <h2>{isMissing ? state.notOffered : state.failed}</h2>
      <p>{isMissing ? state.notOfferedHelp : say(error)}</p>
      {error instanceof ApiError && error.requestId !== null && (
        <p className={styles.small}>{state.requestId(error.requestId)}</p>
      )}
      <Button onPress={onRetry}>{common.tryAgain}</Button>
    </div>
  );
}

/** Where something was refused: in a form, at its end. */
export function Notice({
  children,
  tone = 'alarm',
}: {
  children: ReactNode;
  tone?: 'alarm' | 'wait' | 'calm';
}) {
  return (
    <div role={tone === 'alarm' ? 'alert' : undefined} className={`${styles.notice} ${styles[tone]}`}>
      {children}
    </div>
  );
}

/** In place of what is loading, in its shape. */
export function Skeleton({ rows = 6, height = '4.25rem' }: { rows?: number; height?: string }) {
  const { common } = useTexts();
  return (
    <div className={styles.skeletons} role="status" aria-label={common.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className={styles.skeleton} style={{ height }} />
      ))}
    </div>
  );
}
