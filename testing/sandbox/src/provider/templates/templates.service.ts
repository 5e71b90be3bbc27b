import type { DataSource } from 'typeorm';
import { violates, type Logger } from '@chat/service-kit';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { CallbacksRepository } from '../callbacks/callbacks.repository';
import { GraphError } from '../graph/graph-error';
import type { MediaRepository, MediaRow } from '../media/media.repository';
import { editProblem, reviewOf } from './review.rules';
import { templateProblem, type TemplateProblem } from './template.rules';
import { componentOf, type NewTemplate, type TemplateComponents } from './template.schema';
import { editCallback, qualityCallback, statusCallback } from './templates.mapper';
import type { TemplateRow, TemplatesRepository } from './templates.repository';

const PAUSE_AFTER_ERROR_MS = 1_000;

export interface TemplateSettings {
  reviewMs: number;
  limit: number;
}

export interface TemplateServiceParts {
  dataSource: DataSource;
  templates: TemplatesRepository;
  uploads: MediaRepository;
  callbacks: CallbacksRepository;
  sender: CallbackSender;
  logger: Logger;
}

/** Manages templates as the provider does: accepts them, reviews them, and reports the result. */
export class TemplatesService {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private reviewing: Promise<void> | null = null;

  constructor(
    private readonly parts: TemplateServiceParts,
    private readonly settings: TemplateSettings,
  ) {}

  /** @throws GraphError 100 with the subcode of the problem. */
  async create(accountId: string, template: NewTemplate): Promise<string> {
    refuse(templateProblem(template));
    const state = await this.parts.templates.nameState(accountId, template.name, template.language);
    if (state.exists) throw nameTaken();
    if (state.isBlocked) {
      throw refusal('Language is being deleted', 'A deleted name can be used again after 30 days.', 2388023);
    }
    if (state.count >= this.settings.limit) {
      throw refusal('Template limit reached', `The account has ${state.count} templates.`, 2388019);
    }
    await this.requireSample(accountId, template.components);
    const id = await this.insert(accountId, template);
    this.wakeIn(0);
    return id;
  }

  async edit(
    row: TemplateRow,
    changes: { category?: string; components?: TemplateComponents },
  ): Promise<void> {
    const state = {
      status: row.status,
      category: row.category,
      editsOfDay: row.edits_of_day,
      editsOfMonth: row.edits_of_month,
    };
    const sentence = editProblem(state, changes.category);
    if (sentence !== null) throw refusal('Template cannot be edited', sentence);
    const edited = { ...row, ...changes } as unknown as NewTemplate;
    refuse(templateProblem(edited));
    await this.requireSample(row.account_id, edited.components);
    await this.parts.templates.edit(row.id, changes, this.reviewMsOf(row.name));
    await this.parts.sender.add([editCallback({ ...row, ...changes })]);
    this.wakeIn(0);
  }

  async remove(accountId: string, name: string, id: string | null): Promise<void> {
    const disabled = (await this.parts.templates.list(accountId)).some(
      (row) => row.name === name && (id === null || row.id === id) && row.status === 'DISABLED',
    );
    if (disabled) throw refusal('Template cannot be deleted', 'A disabled template cannot be deleted.');
    const removed = await this.parts.templates.remove(accountId, name, id);
    if (removed.length === 0)
      throw refusal('Message template was not found', `There is no template ${name}.`, 2593002);
    await this.parts.sender.add(removed.map((row) => statusCallback(row, 'DELETED', 'NONE')));
  }

  /** Decides a review, as a reviewer or the platform would. */
  async decide(row: TemplateRow, status: string, reason: string): Promise<void> {
    await this.parts.dataSource.transaction(async (manager) => {
      await this.parts.templates.setStatus(row.id, status, reason, manager);
      await this.parts.callbacks.add([statusCallback(row, status, reason)], manager);
    });
    this.parts.sender.wake();
  }

  /** Replaces the components at once, as an edit whose review took no time. */
  async replace(row: TemplateRow, components: TemplateComponents): Promise<void> {
    await this.parts.dataSource.transaction(async (manager) => {
      await this.parts.templates.replace(row.id, components, manager);
      await this.parts.callbacks.add([editCallback({ ...row, components })], manager);
    });
    this.parts.sender.wake();
  }

  /** Rates a template, as the platform does by the reactions to it. */
  async rate(row: TemplateRow, quality: string): Promise<void> {
    await this.parts.dataSource.transaction(async (manager) => {
      await this.parts.templates.rate(row.id, quality, manager);
      await this.parts.callbacks.add([qualityCallback(row, quality)], manager);
    });
    this.parts.sender.wake();
  }

  /** Starts reviews, including those still pending from an earlier process. */
  start(): void {
    this.wakeIn(0);
  }

  /** Returns the sample file in the header of a template; null when there is none. */
  async sampleOf(components: TemplateComponents): Promise<MediaRow | null> {
    const handle = handleIn(components);
    return handle === undefined ? null : this.parts.uploads.findByHandle(handle);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.reviewing;
  }

  private async insert(accountId: string, template: NewTemplate): Promise<string> {
    try {
      return await this.parts.templates.insert(accountId, template, this.reviewMsOf(template.name));
    } catch (error) {
      throw violates(error, 'cloud_templates_name') ? nameTaken() : error;
    }
  }

  private async requireSample(accountId: string, components: TemplateComponents): Promise<void> {
    if (handleIn(components) === undefined) return;
    const sample = await this.sampleOf(components);
    if (sample && (sample.account_id === null || sample.account_id === accountId)) return;
    throw refusal('Invalid header', 'The handle of the sample is not known. Upload it first.', 2388047);
  }

  private reviewMsOf(name: string): number | null {
    return reviewOf(name) === null ? null : this.settings.reviewMs;
  }

  private wakeIn(ms: number): void {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.reviewing = this.review().catch((error: unknown) => {
        this.parts.logger.error({ error }, 'templates could not be reviewed');
        this.wakeIn(PAUSE_AFTER_ERROR_MS);
      });
    }, ms);
  }

  private async review(): Promise<void> {
    await this.parts.dataSource.transaction(async (manager) => {
      for (const row of await this.parts.templates.dueForReview(manager)) {
        const { status, reason } = reviewOf(row.name) ?? { status: row.status, reason: 'NONE' };
        await this.parts.templates.setStatus(row.id, status, reason, manager);
        await this.parts.callbacks.add([statusCallback(row, status, reason)], manager);
      }
    });
    this.parts.sender.wake();
    const waitMs = await this.parts.templates.nextReviewMs();
    if (waitMs !== null) this.wakeIn(Math.max(Math.ceil(waitMs), 0));
  }
}

function refuse(problem: TemplateProblem | null): void {
  if (problem) throw refusal(problem.title, problem.message, problem.subcode);
}

function handleIn(components: TemplateComponents): string | undefined {
  return componentOf(components, 'HEADER')?.example?.header_handle?.[0];
}

function nameTaken(): GraphError {
  return refusal(
    'Content in This Language Already Exists',
    'There is already content in this language for this template.',
    2388024,
  );
}

function refusal(userTitle: string, userMessage: string, subcode?: number): GraphError {
  return new GraphError(100, {
    message: 'Invalid parameter',
    withoutData: true,
    userTitle,
    userMessage,
    ...(subcode !== undefined && { subcode }),
  });
}
