import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Notices, type Transaction } from '@chat/bus';
import type { StoredFile } from '@chat/contracts';
import type { ProviderTemplate } from '@chat/contracts/cloud-connector';
import {
  templateCategoryChanged,
  templatesChanged,
  templateStatusChanged,
  type Template,
} from '@chat/contracts/templates';
import { readShape } from '../drafts/shape.rules';
import { categoryOf, reasonOf, statusOf } from '../drafts/status.rules';
import { BlobsRepository } from '../samples/blobs.repository';
import { isSampleOf } from '../samples/sample.rules';
import { toTemplate } from './template.mapper';
import { toTemplateId, type TemplateRow, type VisibleTemplate } from './template.row';
import { TemplatesRepository, type NewTemplate, type TemplateChange } from './templates.repository';

/** Changes templates and announces the changes. Every visible change of a template goes through here. */
@Injectable()
export class TemplateChangesService {
  constructor(
    private readonly templates: TemplatesRepository,
    private readonly blobs: BlobsRepository,
    private readonly notices: Notices,
  ) {}

  /** Inserts a template that is about to be submitted. @throws AppError `conflict` when its name is taken. */
  async submit(template: NewTemplate, manager: EntityManager): Promise<TemplateRow> {
    const row = await this.templates.insert(template, manager);
    if (template.sample) await this.blobs.keep(row.account_id, template.sample.blob, manager);
    return row;
  }

  /** Inserts a template that was created elsewhere. @returns whether it is new: a concurrent insert may come first. */
  async learn(template: NewTemplate, tx: Transaction): Promise<boolean> {
    const row = await this.templates.insertIfNew(template, tx.manager);
    if (row) this.publish(row, tx);
    return row !== null;
  }

  /** Changes a template that the transaction has locked. A sample that it no longer uses is abandoned. */
  async change(row: TemplateRow, change: TemplateChange, tx: Transaction): Promise<TemplateRow> {
    const sample = sampleOf({ ...row, ...change });
    const isSeen = looksOtherwise(row, { ...row, ...change });
    const changed = await this.templates.change(row, { ...change, sample }, isSeen, tx.manager);
    if (row.sample && row.sample.blob !== sample?.blob) {
      await this.blobs.abandon(row.account_id, row.sample.blob, tx.manager);
    }
    this.publish(changed, tx);
    if (!isVisible(changed)) return changed;
    const template = toTemplate(changed);
    if (row.status !== changed.status) {
      const data = { template, from_status: row.status, to_status: changed.status };
      tx.emit(templateStatusChanged, { ...occurrenceOf(changed), data });
    }
    if (row.category !== changed.category) {
      const data = { template, from_category: row.category, to_category: changed.category };
      tx.emit(templateCategoryChanged, { ...occurrenceOf(changed), data });
    }
    return changed;
  }

  /**
   * Records that the provider has a submitted template, which the transaction has locked.
   * @returns the row, still not accepted if the identifier is that of an earlier template of the same name.
   */
  async accept(
    row: TemplateRow,
    { id, status, category }: Pick<ProviderTemplate, 'id' | 'status' | 'category'>,
    tx: Transaction,
  ): Promise<TemplateRow> {
    if (row.state !== 'submitting') return row;
    if ((await this.templates.ended(row.account_id, [id], tx.manager)).has(id)) return row;
    const known = statusOf(status);
    return this.change(
      row,
      {
        state: 'live',
        provider_template_id: id,
        provider_status: status,
        status: known === 'DELETED' ? 'DISABLED' : known,
        category: categoryOf(category, row.category),
      },
      tx,
    );
  }

  /** Records that the provider no longer has a template, which the transaction has locked. */
  async remove(row: TemplateRow, tx: Transaction): Promise<TemplateRow> {
    return this.change(row, { state: 'deleted', status: 'DISABLED', provider_status: 'DELETED' }, tx);
  }

  /** Records that a template, which the transaction has locked, may be different at the provider. */
  async outdate(row: TemplateRow, tx: Transaction): Promise<void> {
    await this.templates.outdate(row, tx.manager);
    // Senders must ask for it again.
    this.publish(row, tx);
  }

  private publish({ account_id: accountId }: TemplateRow, tx: Transaction): void {
    tx.afterCommit(() => this.notices.publish(templatesChanged, accountId));
  }
}

/** Returns the columns of a template as the provider lists it. */
export function fromProvider(template: ProviderTemplate, known?: TemplateRow) {
  const status = statusOf(template.status);
  return {
    provider_template_id: template.id,
    category: categoryOf(template.category, known?.category),
    parameter_format: template.parameter_format,
    components: template.components,
    status: status === 'DELETED' ? ('DISABLED' as const) : status,
    provider_status: template.status,
    rejection_reason: reasonOf(template.rejected_reason),
    // The previous release of the connector does not tell it.
    ...(template.quality_score !== undefined && { quality_score: template.quality_score }),
  };
}

/** Returns the sample that a template still uses: none once it has ended, or if the provider has another header. */
function sampleOf(row: TemplateRow): StoredFile | null {
  const { state, sample } = row;
  if (state === 'deleted' || state === 'refused' || sample === null) return null;
  return isSampleOf(readShape(row).header_format, sample) ? sample : null;
}

/** @returns null for a template whose channels are all deleted. */
export function shown(row: TemplateRow): Template | null {
  return isVisible(row) ? toTemplate(row) : null;
}

/** Whether clients see a difference. Rows also have data that they do not see, such as links to samples, which expire. */
function looksOtherwise(before: TemplateRow, after: TemplateRow): boolean {
  return JSON.stringify(shown(before)) !== JSON.stringify(shown(after));
}

function isVisible(row: TemplateRow): row is VisibleTemplate {
  return row.channel_id !== null;
}

function occurrenceOf({ account_id: accountId, id, version, channel_id: channelId }: VisibleTemplate) {
  return { accountId, entity: `templates/${toTemplateId(id)}`, entityVersion: version, channelId };
}
