import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../../refusal';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { CallbacksRepository } from '../callbacks/callbacks.repository';
import { MAX_BATCH } from '../callbacks/delivery.rules';
import type { Coexistence } from '../coexistence/coexistence';
import type { MediaRepository } from '../media/media.repository';
import type { CloudMessagesRepository } from '../messages/cloud-messages.repository';
import type { CodesRepository } from '../numbers/codes.repository';
import { numberStatuses, type CloudNumber, type NumbersRepository } from '../numbers/numbers.repository';
import type { TokensRepository } from '../numbers/tokens.repository';
import { toPhoneMessage } from '../people/cloud-people.mapper';
import { displayNumber } from '../phone-number.rules';
import { originOf } from '../graph/pages';
import { templateStatuses } from '../templates/review.rules';
import { templateComponents } from '../templates/template.schema';
import { toTemplateView } from '../templates/templates.mapper';
import type { TemplateRow, TemplatesRepository } from '../templates/templates.repository';
import type { TemplatesService } from '../templates/templates.service';
import { toSessionEvent } from '../sign-up/session-event';
import { accountEvent, AccountEvents } from './account-events';
import { readControl } from './read-control';
import { keepFiles, sync } from './sync-control';

const digits = z.string().regex(/^\d{5,15}$/, 'must be a phone number in digits');
const word = z.string().regex(/^[A-Z0-9_]{1,64}$/, 'must be a word of the provider');

const numberPath = z.object({ digits });
const putNumber = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  waba: z.string().min(1).max(100).optional(),
  coexistence: z.boolean().optional(),
  status: z.enum(numberStatuses).optional(),
  quality_rating: word.optional(),
  messaging_limit: word.optional(),
  name_status: word.optional(),
  token_scopes: z.array(z.string().regex(/^[a-z_]{1,64}$/, 'must be the name of a permission')).optional(),
  token_expires_in: z.number().int().min(-1_000_000_000).max(1_000_000_000).optional(),
});
const signUp = z.strictObject({ number: digits, coexistence: z.boolean().default(false) });
const templatesQuery = z.strictObject({ waba_id: z.string() });
const templatePath = z.object({ id: z.string() });
const templateChange = z.strictObject({
  status: z.enum(templateStatuses).optional(),
  reason: z.string().min(1).max(200).optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  components: templateComponents.optional(),
});
const switches = z.strictObject({
  hold: z.boolean().optional(),
  duplicate: z.boolean().optional(),
  shuffle: z.boolean().optional(),
  batch: z.number().int().min(1).max(MAX_BATCH).optional(),
});

/** Enough for some hundred thousand messages. */
const MAX_SYNC_BYTES = 64 * 1024 * 1024;
/** Maximum number of messages in a list. */
const CHAT_LIMIT = 500;

export interface CloudControlParts {
  numbers: NumbersRepository;
  tokens: TokensRepository;
  codes: CodesRepository;
  messages: CloudMessagesRepository;
  templates: TemplatesRepository;
  templateService: TemplatesService;
  coexistence: Coexistence;
  media: MediaRepository;
  callbacks: CallbacksRepository;
  sender: CallbackSender;
  /** Our app at the provider. */
  appId: string;
}

/**
 * Controls what only the provider knows and does, for development and tests. Asks for no credential, like the routes of
 * the phones.
 */
export function cloudControl(app: FastifyInstance, parts: CloudControlParts): void {
  numberControl(app, parts);
  templateControl(app, parts);

  app.get('/cloud/callbacks', async () => ({
    ...parts.sender.delivery,
    waiting: await parts.callbacks.count(),
  }));
  app.put('/cloud/callbacks', async (request) => {
    const { hold, duplicate, shuffle, batch } = readControl(switches, request.body);
    parts.sender.change({
      ...(hold !== undefined && { hold }),
      ...(duplicate !== undefined && { duplicate }),
      ...(shuffle !== undefined && { shuffle }),
      ...(batch !== undefined && { batch }),
    });
    return { ...parts.sender.delivery, waiting: await parts.callbacks.count() };
  });
}

function numberControl(app: FastifyInstance, parts: CloudControlParts): void {
  const { numbers, tokens, codes, coexistence, messages } = parts;
  const events = new AccountEvents(numbers, tokens, parts.sender, parts.appId);

  app.get('/cloud/numbers', async () => ({ numbers: (await numbers.list()).map(toNumber) }));

  app.get('/cloud/numbers/:digits/messages', async (request) => {
    const { digits: own } = await findNumber(numbers, request.params);
    return { messages: (await messages.arrived(own, CHAT_LIMIT)).map(toPhoneMessage) };
  });

  app.put('/cloud/numbers/:digits', async (request) => {
    const { digits: own } = readControl(numberPath, request.params);
    const {
      name,
      waba,
      coexistence: isCoexistence,
      status,
      quality_rating: qualityRating,
      messaging_limit: messagingLimit,
      name_status: nameStatus,
      token_scopes: scopes,
      token_expires_in: expiresIn,
    } = readControl(putNumber, request.body);
    const number = await numbers.put(own, {
      ...(name !== undefined && { name }),
      ...(waba !== undefined && { waba }),
      ...(isCoexistence !== undefined && { coexistence: isCoexistence }),
      ...(status !== undefined && { status }),
      ...(qualityRating !== undefined && { qualityRating }),
      ...(messagingLimit !== undefined && { messagingLimit }),
      ...(nameStatus !== undefined && { nameStatus }),
    });
    await tokens.describe(number.id, {
      ...(scopes !== undefined && { scopes }),
      ...(expiresIn !== undefined && { expiresIn }),
    });
    return {
      phone_number_id: number.id,
      waba_id: number.account_id,
      access_token: await tokens.tokenFor(number.id),
      display_phone_number: displayNumber(number.digits),
    };
  });

  app.post('/cloud/numbers/:digits/events', async (request) => {
    const number = await findNumber(numbers, request.params);
    const given = readControl(accountEvent, request.body);
    await events.happen(number, given);
    return { event: given.event };
  });

  app.post('/cloud/numbers/:digits/codes', async (request, reply) => {
    const number = await findNumber(numbers, request.params);
    const code = await codes.issue(number.id);
    return reply.status(201).send({ code, session: toSessionEvent(number) });
  });

  app.post('/cloud/sign-ups', async (request, reply) => {
    const { number: own, coexistence: isCoexistence } = readControl(signUp, request.body);
    const number = await numbers.signUp(own, isCoexistence);
    return reply.status(201).send({ code: await codes.issue(number.id), session: toSessionEvent(number) });
  });

  app.post('/cloud/numbers/:digits/sync', { bodyLimit: MAX_SYNC_BYTES }, async (request) => {
    const number = await findNumber(numbers, request.params);
    if (!number.is_coexistence) throw new Refusal(409, 'Put the number with coexistence first.');
    const { contacts, threads, echoes, history_declined: isDeclined } = readControl(sync, request.body);
    await coexistence.share(
      number,
      contacts,
      isDeclined ? 'declined' : await keepFiles(parts.media, number, threads),
    );
    for (const { phone, text, sent_at: at } of echoes) {
      await coexistence.echo(number, { phone, content: { type: 'text', text }, sentAt: new Date(at) });
    }
    return { contacts: contacts.length, threads: threads.length, echoes: echoes.length };
  });
}

function templateControl(app: FastifyInstance, { templates, templateService }: CloudControlParts): void {
  app.get('/templates', async (request) => {
    const { waba_id: accountId } = readControl(templatesQuery, request.query);
    const rows = await templates.list(accountId);
    const origin = originOf(request);
    return { templates: await Promise.all(rows.map((row) => shownTemplate(templateService, row, origin))) };
  });

  app.put('/templates/:id', async (request) => {
    const { id } = readControl(templatePath, request.params);
    const { status, reason = 'NONE', quality, components } = readControl(templateChange, request.body);
    const row = await templates.find(id);
    if (!row) throw new Refusal(404, 'There is no such template.');
    if (components) await templateService.replace(row, components);
    if (quality) await templateService.rate(row, quality);
    if (status) await templateService.decide(row, status, reason);
    const changed = (await templates.find(id))!;
    return { template: await shownTemplate(templateService, changed, originOf(request)) };
  });
}

/** A template, with its sample at the provider. */
async function shownTemplate(templates: TemplatesService, row: TemplateRow, origin: string): Promise<object> {
  const sample = await templates.sampleOf(row.components);
  return {
    ...toTemplateView(row, origin),
    sample: sample && { mime_type: sample.mime_type, size: Number(sample.size), sha256: sample.sha256 },
  };
}

async function findNumber(numbers: NumbersRepository, params: unknown): Promise<CloudNumber> {
  const number = await numbers.findByDigits(readControl(numberPath, params).digits);
  if (!number) throw new Refusal(404, 'There is no such business number. Put it first.');
  return number;
}

function toNumber({ digits: own, name, id, account_id: accountId, ...state }: CloudNumber): object {
  return {
    digits: own,
    name,
    phone_number_id: id,
    waba_id: accountId,
    coexistence: state.is_coexistence,
    registered: state.is_registered,
    removed: state.is_removed,
    restricted: state.restrictions.length > 0,
  };
}
