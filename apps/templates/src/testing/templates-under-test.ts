import { randomUUID } from 'node:crypto';
import type { RequestContext } from '@chat/contracts';
import { resolveChannel } from '@chat/contracts/channels';
import {
  deleteProviderTemplate,
  editProviderTemplate,
  getNumber,
  listProviderTemplates,
  submitProviderTemplate,
  templateReported,
  uploadTemplateSample,
  type ProviderTemplate,
  type SubmitTemplate,
  type TemplateReport,
} from '@chat/contracts/cloud-connector';
import { findUploadedMedia, type UploadedMedia } from '@chat/contracts/messaging';
import {
  createTemplate,
  getTemplate,
  listTemplates,
  type CreateTemplate,
  type ListTemplatesQuery,
  type Template,
} from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { toTimestamp } from '@chat/service-kit';
import { someChannel, startTestService, testContext, until, type TestService } from '@chat/test-kit';
import { templatesService } from '../service';

/** A valid template. */
export const order: CreateTemplate = {
  name: 'order_ready',
  language: 'en_US',
  category: 'UTILITY',
  header_format: 'NONE',
  body: 'Dear {{1}}, your order {{2}} is ready.',
  body_examples: ['Ana', '17'],
};

/** The service with a fake connector, whose provider is a list in memory. */
export class TemplatesUnderTest {
  /** The templates at the provider. */
  provided: ProviderTemplate[] = [];
  /** Whether the provider lists all its templates: if so, syncs may take effect at any moment. */
  isListed = false;
  /** Channels whose provider account cannot be read, because it has no connected number. */
  disconnected: number[] = [];
  /** Runs between the reading of a page of the list and its arrival. */
  afterListing: () => Promise<void> = () => Promise.resolve();
  /** Submissions so far, in order. */
  readonly submitted: SubmitTemplate[] = [];
  readonly uploaded: string[] = [];
  /** The files that were uploaded before, by their ids. */
  readonly media = new Map<string, UploadedMedia>();
  deletions = 0;
  edits = 0;
  /** Returns the provider account of a channel. */
  wabaOf: (channelId: number) => string = () => '100';
  /** Hooks that run before or after the provider handles a request; a hook that throws fails the request. */
  beforeSubmit: (template: SubmitTemplate) => void = () => undefined;
  afterSubmit: (template: SubmitTemplate) => void = () => undefined;
  beforeEdit: () => Promise<void> = () => Promise.resolve();
  beforeDelete: () => void = () => undefined;
  afterDelete: () => void = () => undefined;
  private lastId = 7_000;

  private constructor(readonly service: TestService) {}

  static async start(environment: Record<string, string> = {}, replicas = 1): Promise<TemplatesUnderTest> {
    const service = await startTestService(
      templatesService,
      { TEMPLATE_GIVE_UP_MS: '3600000', ...environment },
      { replicas },
    );
    const stack = new TemplatesUnderTest(service);
    await stack.playOthers();
    return stack;
  }

  get bus(): TestService['bus'] {
    return this.service.bus;
  }

  /** Resets the hooks, so that every request succeeds. */
  playWell(): void {
    this.beforeSubmit = this.afterSubmit = this.beforeDelete = this.afterDelete = () => undefined;
    this.beforeEdit = () => Promise.resolve();
    this.wabaOf = () => '100';
    this.disconnected = [];
  }

  /** Submits a template, by default with a new key. */
  async create(body: Partial<CreateTemplate> = {}, context = keyContext()): Promise<Template> {
    return (await this.bus.request(createTemplate, { body: { ...order, ...body } }, context)).template;
  }

  /** Creates a template that the provider has approved. */
  async approved(body: Partial<CreateTemplate> = {}, accountId = 1): Promise<Template> {
    const template = await this.create({ name: newName(), ...body }, keyContext({ accountId }));
    this.provided.find(({ id }) => id === template.provider_template_id)!.status = 'APPROVED';
    await this.report(template, { value: 'APPROVED' }, accountId);
    return template;
  }

  async read(templateId: string, accountId = 1): Promise<Template> {
    return (await this.bus.request(getTemplate, { params: { id: templateId } }, testContext({ accountId })))
      .template;
  }

  async list(query: Partial<ListTemplatesQuery> = {}, accountId = 1): Promise<Template[]> {
    const asked = { status: 'APPROVED' as const, per_page: 100, ...query };
    return (await this.bus.request(listTemplates, { query: asked }, testContext({ accountId }))).templates;
  }

  /** Publishes a report of the provider on a template, by default on its status. */
  async report(
    { name, language }: Pick<Template, 'name' | 'language'>,
    report: Partial<TemplateReport> & { value: string | null },
    accountId = 1,
  ): Promise<void> {
    const data: TemplateReport = {
      channel_id: 1,
      waba_id: '100',
      provider_template_id: null,
      name,
      language,
      kind: 'status',
      reason: null,
      at: toTimestamp(new Date()),
      ...report,
    };
    const { id } = await this.bus.publish(templateReported, data, { accountId });
    await this.consumed(id);
  }

  /** Resolves when an event has taken effect, which its row in the inbox shows. */
  private async consumed(eventId: string): Promise<void> {
    const isConsumed = async () =>
      (await this.service.query('SELECT FROM templates.inbox WHERE event_id = $1', [eventId])).length > 0;
    await until(isConsumed, { describe: `the event ${eventId} to take effect` });
  }

  private async playOthers(): Promise<void> {
    const { bus } = this;
    await bus.respond(resolveChannel, ({ body }) => {
      const id = body.chat_account_id ?? 1;
      if (id > 900) throw new AppError('not_found');
      const kind = id === 50 ? ('device' as const) : ('cloud' as const);
      return {
        device: { ...someChannel, id, channel_type: kind, effective_channel_type: kind, origin: kind },
      };
    });
    await bus.respond(getNumber, ({ body }) => {
      if (body.channel_id === 60) throw new AppError('not_found');
      return { waba_id: this.wabaOf(body.channel_id) };
    });
    await bus.respond(findUploadedMedia, ({ body }) => ({ media: this.media.get(body.media_id) ?? null }));
    await bus.respond(uploadTemplateSample, ({ body }) => {
      this.uploaded.push(body.file.blob);
      return { handle: `4::${body.file.sha256}` };
    });
    await bus.respond(submitProviderTemplate, ({ body }) => this.submit(body));
    await bus.respond(editProviderTemplate, async ({ body }) => {
      await this.beforeEdit();
      this.edits += 1;
      const template = this.provided.find(({ id }) => id === body.provider_template_id);
      if (!template) throw new AppError('validation_error');
      Object.assign(template, { components: body.components, status: 'PENDING' });
      return {};
    });
    await bus.respond(deleteProviderTemplate, ({ body }) => {
      this.beforeDelete();
      this.deletions += 1;
      this.provided = this.provided.filter(({ id }) => id !== body.provider_template_id);
      this.afterDelete();
      return {};
    });
    await bus.respond(listProviderTemplates, async ({ body }) => {
      if (!this.isListed && body.name === undefined) throw new AppError('capability_error');
      if (this.disconnected.includes(body.channel_id)) {
        throw new AppError('capability_error', { reason: 'channel_not_connected' });
      }
      const from = Number(body.after ?? 0);
      const found = this.provided.filter(({ name }) => body.name === undefined || name === body.name);
      const after = from + 2 < found.length ? String(from + 2) : null;
      const templates = found.slice(from, from + 2);
      await this.afterListing();
      return { templates, after };
    });
  }

  private submit(body: SubmitTemplate) {
    this.beforeSubmit(body);
    this.submitted.push(body);
    const { name, language, category } = body;
    if (this.provided.some((one) => one.name === name && one.language === language)) {
      throw new AppError('conflict', { reason: 'template_exists' });
    }
    const template = this.provide({
      name,
      language,
      category,
      components: body.components,
      status: 'PENDING',
    });
    this.afterSubmit(body);
    return { provider_template_id: template.id, status: 'PENDING', category };
  }

  /** Adds a template at the provider. */
  provide(template: Partial<ProviderTemplate> = {}): ProviderTemplate {
    this.lastId += 1;
    const made: ProviderTemplate = {
      id: String(this.lastId),
      name: newName(),
      language: 'en_US',
      status: 'APPROVED',
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      rejected_reason: null,
      components: [{ type: 'BODY', text: 'Hello there, we are back.' }],
      ...template,
    };
    this.provided.push(made);
    return made;
  }
}

let lastName = 0;

/** Returns a name that no other template has. */
export function newName(): string {
  lastName += 1;
  return `template_${lastName}`;
}

/** Returns the context of a request with an Idempotency-Key, by default a new one. */
export function keyContext({
  accountId = 1,
  key = randomUUID(),
}: { accountId?: number; key?: string } = {}): RequestContext {
  return { ...testContext({ accountId }), idempotencyKey: key };
}
