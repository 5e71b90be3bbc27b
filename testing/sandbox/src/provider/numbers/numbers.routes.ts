import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { Access, NodeRoute } from '../graph/access';
import { VERSION_PREFIX } from '../graph/graph-api';
import { GraphError } from '../graph/graph-error';
import { addressOf, pageOf } from '../graph/pages';
import { readParams, selectFields } from '../graph/read-params';
import { toNumberView } from './numbers.mapper';
import type { NumbersRepository } from './numbers.repository';
import type { RegistrationRepository } from './registration.repository';
import { judgeRegistration } from './registration.rules';

const product = z.literal('whatsapp');
const pin = z.string().regex(/^\d{6}$/, 'must be 6 digits');
const registration = z.object({
  messaging_product: product,
  pin,
  data_localization_region: z.string().optional(),
});
const codeRequest = z.object({ code_method: z.enum(['SMS', 'VOICE']), language: z.string().min(2) });
const verification = z.object({ code: z.string().min(1) });
const profileChanges = z.strictObject({
  messaging_product: product,
  about: z.string().min(1).max(139).optional(),
  address: z.string().max(256).optional(),
  description: z.string().max(512).optional(),
  email: z.string().max(128).optional(),
  profile_picture_handle: z.string().optional(),
  vertical: z.string().optional(),
  websites: z.array(z.string().max(256)).max(2).optional(),
});
const override = z.object({
  override_callback_uri: z.string().optional(),
  verify_token: z.string().optional(),
});
const settings = z.object({ pin: pin.optional(), webhook_configuration: override.optional() });

/** The code of every SMS, none of which the sandbox sends. */
const VERIFICATION_CODE = '123456';

export interface NumberParts {
  access: Access;
  numbers: NumbersRepository;
  registrations: RegistrationRepository;
  sender: CallbackSender;
}

/** The numbers of an account, and their registration. */
export function numberRoutes(graph: FastifyInstance, parts: NumberParts): void {
  const { access, numbers, registrations } = parts;
  graph.get<NodeRoute>(`${VERSION_PREFIX}/:node/phone_numbers`, async (request) => {
    const account = await access.account(request);
    const { fields } = request.query as Record<string, unknown>;
    const views = (await numbers.ofAccount(account.id)).map((number) =>
      selectFields(toNumberView(number), fields),
    );
    return pageOf(views as { id: string }[], request.query, addressOf(request));
  });

  graph.post<NodeRoute>(`${VERSION_PREFIX}/:node/register`, async (request) => {
    const number = await access.number(request);
    const { pin: given } = readParams(registration, request.body);
    if (number.is_coexistence) throw appNumber('register');
    const verdict = await registrations.withState(number.id, async (state, manager) => {
      const judged = judgeRegistration(state, given);
      if (judged.ok) await registrations.register(number.id, given, manager);
      else if (judged.isWrongPin) await registrations.countWrongPin(number.id, manager);
      return judged;
    });
    if (!verdict.ok) throw new GraphError(verdict.code);
    return { success: true };
  });

  graph.post<NodeRoute>(`${VERSION_PREFIX}/:node/deregister`, async (request) => {
    const number = await access.number(request);
    if (number.is_coexistence) throw appNumber('deregister');
    if (!number.is_registered) throw new GraphError(133010);
    await registrations.deregister(number.id);
    return { success: true };
  });

  graph.post<NodeRoute>(`${VERSION_PREFIX}/:node/request_code`, async (request) => {
    await access.number(request);
    readParams(codeRequest, request.body);
    return { success: true };
  });

  graph.post<NodeRoute>(`${VERSION_PREFIX}/:node/verify_code`, async (request) => {
    await access.number(request);
    const { code } = readParams(verification, request.body);
    if (code !== VERIFICATION_CODE) throw new GraphError(100, { details: 'The code is not right.' });
    return { success: true };
  });
  profileRoutes(graph, parts);
  subscriptionRoutes(graph, parts);
}

function profileRoutes(graph: FastifyInstance, { access, numbers }: NumberParts): void {
  graph.get<NodeRoute>(`${VERSION_PREFIX}/:node/whatsapp_business_profile`, async (request) => {
    const { profile } = await access.number(request);
    const { fields } = request.query as Record<string, unknown>;
    return { data: [{ messaging_product: 'whatsapp', ...selectFields(profile, fields) }] };
  });

  graph.post<NodeRoute>(`${VERSION_PREFIX}/:node/whatsapp_business_profile`, async (request) => {
    const number = await access.number(request);
    const changes = readParams(profileChanges, request.body);
    await numbers.setProfile(number.id, { ...number.profile, ...changes });
    return { success: true };
  });
}

function subscriptionRoutes(graph: FastifyInstance, { access, numbers, sender }: NumberParts): void {
  const path = `${VERSION_PREFIX}/:node/subscribed_apps`;
  graph.post<NodeRoute>(path, async (request) => {
    const account = await access.account(request);
    await numbers.subscribe(account.id, await readOverride(sender, request.body ?? {}));
    return { success: true };
  });

  graph.get<NodeRoute>(path, async (request) => {
    const account = await access.account(request);
    if (!account.is_subscribed) return { data: [] };
    const app = { id: access.appId, name: 'Sandbox', link: 'http://localhost/' };
    const url = account.callback_url;
    return {
      data: [{ whatsapp_business_api_data: app, ...(url !== null && { override_callback_uri: url }) }],
    };
  });

  graph.delete<NodeRoute>(path, async (request) => {
    const account = await access.account(request);
    await numbers.unsubscribe(account.id);
    return { success: true };
  });
}

/** Changes the settings of a number: its PIN and its callback URL. */
export async function changeNumber(
  parts: Pick<NumberParts, 'numbers' | 'registrations' | 'sender'>,
  numberId: string,
  body: unknown,
): Promise<object> {
  const { pin: newPin, webhook_configuration: configuration } = readParams(settings, body);
  if (newPin !== undefined) await parts.registrations.setPin(numberId, newPin);
  if (configuration !== undefined) {
    await parts.numbers.setCallback(numberId, await readOverride(parts.sender, configuration));
  }
  return { success: true };
}

/** @throws GraphError 2200 when the URL does not answer the challenge. */
async function readOverride(
  sender: CallbackSender,
  body: unknown,
): Promise<{ url: string; verifyToken: string } | null> {
  const { override_callback_uri: url, verify_token: verifyToken } = readParams(override, body);
  if (!url) return null;
  if (!URL.canParse(url) || verifyToken === undefined) {
    throw new GraphError(100, { details: 'Send override_callback_uri, a URL, with its verify_token.' });
  }
  const { ok, description } = await sender.verify(url, verifyToken);
  if (ok) return { url, verifyToken };
  throw new GraphError(2200, {
    withoutData: true,
    message: `(#2200) Callback verification failed with the following errors: ${description}`,
  });
}

function appNumber(call: string): GraphError {
  return new GraphError(100, { details: `A number of the WhatsApp Business app does not take ${call}.` });
}
