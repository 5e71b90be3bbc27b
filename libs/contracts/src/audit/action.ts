import type { Operation } from '..';

/**
 * Returns what the audit log calls the operation, as in `api-key.rotate`. What people do with their own console has the
 * same name as what the admin tool does.
 */
export function actionOf({ subject }: Pick<Operation, 'subject'>): string {
  const [, , resource, verb] = subject.split('.');
  return `${resource!.replace(/^own-/, '')}.${verb}`;
}
