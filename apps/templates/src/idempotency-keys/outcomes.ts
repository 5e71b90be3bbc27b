import type { DeletedTemplate, TemplateResult } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import type { Outcome } from '@chat/idempotency';
import { unknownOutcome } from '../provider/provider.client';
import { shown } from '../templates/template-changes.service';
import { toTemplateId, type TemplateRow } from '../templates/template.row';

/** Returns the answer to the request that submitted a template, as far as the template's row shows it. */
export function outcomeOfCreation(row: TemplateRow): Outcome<TemplateResult> {
  switch (row.state) {
    case 'submitting':
      return unknownOutcome();
    case 'refused':
      return row.refusal ? AppError.fromBody(row.refusal) : notTaken();
    case 'live':
    case 'deleting':
    case 'deleted': {
      const template = shown(row);
      return template ? { status: 201, data: { template } } : new AppError('not_found');
    }
  }
}

/** Returns the answer to the request that was to delete a template. */
export function outcomeOfDeletion(row: TemplateRow): Outcome<DeletedTemplate> {
  switch (row.state) {
    case 'deleting':
      return unknownOutcome();
    case 'deleted':
      return deletedTemplate(row);
    case 'submitting':
    case 'live':
    case 'refused':
      return notTaken();
  }
}

export function deletedTemplate({ id }: Pick<TemplateRow, 'id'>): { status: 200; data: DeletedTemplate } {
  return { status: 200, data: { deleted: true, id: toTemplateId(id) } };
}

/** Returns the error for a request that had no effect, as the provider's list shows: it may be repeated. */
export function notTaken(): AppError {
  return new AppError('provider_error', {
    reason: 'provider_unreachable',
    message: 'The request did not reach the provider, and nothing was done. Send it again.',
  });
}
