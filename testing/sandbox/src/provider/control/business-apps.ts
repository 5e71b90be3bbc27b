import { z } from 'zod';
import type { Coexistence } from '../coexistence/coexistence';
import type { NumbersRepository } from '../numbers/numbers.repository';
import { readControl } from './read-control';

const moment = z.string().refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time in ISO 8601');
const digits = z.string().regex(/^\d{5,15}$/, 'must be a phone number in digits');
const echo = z.object({ to: digits, sent_at: moment.optional() }).and(
  z.preprocess(
    (body) => ({ type: 'text', ...(body as object | null) }),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: z.string().min(1) }),
      z.object({
        type: z.literal('edit'),
        message_id: z.string().min(1),
        text: z.string().min(1).optional(),
      }),
      z.object({ type: z.literal('revoke'), message_id: z.string().min(1) }),
    ]),
  ),
);

/** What the owners of numbers that stay in the business app do in the app. */
export class BusinessApps {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly coexistence: Coexistence,
  ) {}

  /** The owner writes or changes a message. @returns its id; null when the number is not in the business app. */
  async write(own: string, body: unknown): Promise<string | null> {
    const number = await this.numbers.findByDigits(own);
    if (!number?.is_coexistence) return null;
    const { to: phone, sent_at: at, ...content } = readControl(echo, body);
    const sentAt = at === undefined ? new Date() : new Date(at);
    return this.coexistence.echo(number, { phone, content, sentAt });
  }
}
