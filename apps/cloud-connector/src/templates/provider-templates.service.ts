import { Inject, Injectable } from '@nestjs/common';
import type {
  DeleteTemplate,
  EditTemplate,
  ListProviderTemplates,
  NumberAccount,
  ProviderTemplatePage,
  SampleHandle,
  SubmittedTemplate,
  SubmitTemplate,
  TemplateSample,
} from '@chat/contracts/cloud-connector';
import { BLOB_STORE, type BlobStore } from '@chat/media';
import { AppError } from '@chat/errors';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';
import type { OpenNumber } from '../numbers/number.row';
import { NumberStatesService } from '../numbers/number-states.service';
import { NumbersService } from '../numbers/numbers.service';
import { classifyError } from '../provider/error-table.rules';
import { ProviderClient, type ProviderCall } from '../provider/provider-client';
import { NoAnswerError, NotReachedError, ProviderRefusal } from '../provider/provider-error';
import { unreachable } from '../provider/unreachable';
import { readTemplatePage } from './provider-template.rules';
import { isGone, templateRefusal } from './template-refusal.rules';

/** Shorter than the timeout of callers. */
const CALL_TIMEOUT_MS = 12_000;
/** A page of templates with their components must fit into one message of the bus. */
const PAGE_SIZE = 50;
const FIELDS = 'id,name,language,status,category,components,parameter_format,rejected_reason,quality_score';

type Call = Omit<ProviderCall, 'token' | 'timeoutMs'>;

/** Manages templates at the provider, with the tokens of our numbers. */
@Injectable()
export class ProviderTemplatesService {
  constructor(
    private readonly numbers: NumbersService,
    private readonly states: NumberStatesService,
    private readonly provider: ProviderClient,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    @Inject(CONFIG) private readonly config: CloudConnectorConfig,
  ) {}

  /** @throws AppError `not_found` if the channel has no number. */
  async account(accountId: number, channelId: number): Promise<NumberAccount> {
    const number = await this.numbers.open(accountId, channelId);
    if (!number) throw new AppError('not_found');
    return { waba_id: number.wabaId };
  }

  async submit(accountId: number, { channel_id, ...template }: SubmitTemplate): Promise<SubmittedTemplate> {
    const number = await this.open(accountId, channel_id);
    const path = `/${number.wabaId}/message_templates`;
    const { id, status, category } = await this.ask(number, {
      method: 'POST',
      path,
      json: { ...template, parameter_format: 'POSITIONAL' },
    });
    // An acceptance without an id: the template can still be found by its name.
    if (typeof id !== 'string') throw nobodyKnows();
    return {
      provider_template_id: id,
      status: typeof status === 'string' ? status : 'PENDING',
      category: typeof category === 'string' ? category : template.category,
    };
  }

  async edit(accountId: number, { channel_id, provider_template_id, ...json }: EditTemplate): Promise<void> {
    const number = await this.open(accountId, channel_id);
    await this.ask(number, { method: 'POST', path: `/${provider_template_id}`, json });
  }

  async delete(accountId: number, { channel_id, provider_template_id, name }: DeleteTemplate): Promise<void> {
    const number = await this.open(accountId, channel_id);
    const path = `/${number.wabaId}/message_templates`;
    await this.ask(number, { method: 'DELETE', path, query: { hsm_id: provider_template_id, name } }, isGone);
  }

  async list(
    accountId: number,
    { channel_id, name, after }: ListProviderTemplates,
  ): Promise<ProviderTemplatePage> {
    const number = await this.open(accountId, channel_id);
    const answer = await this.ask(number, {
      method: 'GET',
      path: `/${number.wabaId}/message_templates`,
      query: {
        fields: FIELDS,
        limit: String(PAGE_SIZE),
        ...(name !== undefined && { name }),
        ...(after !== undefined && { after }),
      },
    });
    return readTemplatePage(answer);
  }

  /** Uploads a sample by the provider's resumable upload, in one request. */
  async uploadSample(accountId: number, { channel_id, file }: TemplateSample): Promise<SampleHandle> {
    const number = await this.open(accountId, channel_id);
    const { id } = await this.ask(number, {
      method: 'POST',
      path: `/${this.config.PROVIDER_APP_ID}/uploads`,
      query: {
        file_name: file.filename ?? 'sample',
        file_length: String(file.size),
        file_type: file.mime_type,
      },
    });
    const stream = typeof id === 'string' ? await this.store.read(file.blob) : null;
    if (!stream) throw unreachable();
    try {
      // The id may carry a signature as its query.
      const [session = '', query = ''] = (id as string).split('?');
      const { h: handle } = await this.ask(number, {
        method: 'POST',
        path: `/${session}`,
        query: Object.fromEntries(new URLSearchParams(query)),
        headers: { authorization: `OAuth ${number.token}`, file_offset: '0' },
        body: { stream, contentType: 'application/octet-stream', length: file.size },
      });
      if (typeof handle !== 'string' || handle === '') throw unreachable();
      return { handle };
    } catch (error) {
      // Nothing is submitted yet, so the outcome is not unknown.
      throw error instanceof AppError && error.code === 'provider_outcome_unknown'
        ? unreachable(error)
        : error;
    } finally {
      stream.destroy();
    }
  }

  /** @throws AppError in terms of template management. */
  private async ask(
    number: OpenNumber,
    call: Call,
    isFine: (error: ProviderRefusal['body']) => boolean = () => false,
  ): Promise<Record<string, unknown>> {
    try {
      return await this.provider.call({ ...call, token: number.token, timeoutMs: CALL_TIMEOUT_MS });
    } catch (error) {
      if (error instanceof NotReachedError) throw unreachable(error);
      if (error instanceof NoAnswerError)
        throw call.method === 'GET' ? unreachable(error) : nobodyKnows(error);
      if (!(error instanceof ProviderRefusal)) throw error;
      if (isFine(error.body)) return {};
      const { trouble } = classifyError(error.body);
      if (trouble && trouble !== 'number_removed') {
        await this.states.record(number, trouble);
      }
      throw templateRefusal(error.body);
    }
  }

  /**
   * Returns the channel's number, or another connected number of the same provider account while that one is
   * disconnected: templates belong to the provider account, so any of its numbers can manage them.
   */
  private async open(accountId: number, channelId: number): Promise<OpenNumber> {
    const own = await this.numbers.open(accountId, channelId);
    const number = own && (own.isConnected ? own : await this.numbers.openOfWaba(accountId, own.wabaId));
    if (number) return number;
    throw new AppError('capability_error', {
      reason: 'channel_not_connected',
      message: 'The number is not connected to the provider. Renew the channel, then try again.',
    });
  }
}

function nobodyKnows(cause?: unknown): AppError {
  return new AppError(
    'provider_outcome_unknown',
    {
      message:
        'It is not known whether the provider did it. Repeat the request with the same Idempotency-Key, or read ' +
        'the template, to learn what became of it.',
    },
    { cause },
  );
}
