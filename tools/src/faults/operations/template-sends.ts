import type { Pool } from 'pg';
import type { SentMessage } from '@chat/contracts/messaging';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import { judgeKeyedSends, type KeyedCall, type TakenText } from '../oracles/keyed-sends.rules';
import type { Random } from '../random.rules';
import { CUSTOMER_WITHOUT_ANSWERS, type Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';
import { byCloud, onCloud } from './receivers';

/** An outcome that nobody knows stays so: after so many repeats the client gives up. */
const MOST_REPEATS = 8;
const SHARE_OF_REPEATS = 0.3;
const SHARE_WITHOUT_ANSWERS = 0.1;
/** One namespace of keys: it does not matter by which route a repeat comes. */
const paths = ['/v1/templates/send', '/external-api/templates/send'] as const;

/** Sends of templates, each request twice at once by both routes, and again until it is answered. */
export const templateSends: Operation = {
  name: 'template-sends',
  everyMs: 400,
  atOnce: 8,
  failpoints: [
    ...around('gateway', 'request', 'rpc.messaging.template.send'),
    ...around('messaging', 'request', 'rpc.templates.template.to-send'),
    ...around('templates', 'reply', 'any'),
    ...around('cloud-connector', 'commit', 'sends'),
  ],
  open: (world, random) => new TemplateSends(world, random),
};

/** A request that has a key. */
interface TemplateSend {
  readonly tenant: Tenant;
  /** The key, and the value of the variable. */
  readonly label: string;
  readonly body: object;
  repeats: number;
}

class TemplateSends implements Load {
  private readonly caller: Caller;
  private readonly calls: KeyedCall[] = [];
  private readonly unanswered: TemplateSend[] = [];
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
  }

  async attempt(): Promise<boolean> {
    const isRepeat = this.random.next() < SHARE_OF_REPEATS;
    const send = (isRepeat ? this.unanswered.shift() : undefined) ?? this.newSend();
    const statuses = await Promise.all(paths.map((path) => this.call(send, path)));
    const isAnswered = statuses.includes(201);
    send.repeats += 1;
    if (!isAnswered && send.repeats < MOST_REPEATS) this.unanswered.push(send);
    // What the provider never answered is settled by its status, and a repeat learns of it.
    return isAnswered || statuses.includes(502);
  }

  async audit(): Promise<Finding[]> {
    const taken = await readTakenTemplates(this.world.database);
    return [...this.caller.findings.splice(0), ...judgeKeyedSends(this.calls, taken)];
  }

  private newSend(): TemplateSend {
    const tenant = this.random.pick(this.world.tenants);
    const label = `template ${(this.count += 1)}`;
    const receiver =
      this.random.next() < SHARE_WITHOUT_ANSWERS
        ? onCloud(tenant.cloud.channelId, CUSTOMER_WITHOUT_ANSWERS)
        : byCloud(tenant, this.random);
    const body = { ...receiver, template_id: tenant.templateId, body_variables: [label] };
    return { tenant, label, body, repeats: 0 };
  }

  private async call({ tenant, label, body }: TemplateSend, path: string): Promise<number | null> {
    const { status, data } = await this.caller.call<SentMessage>(
      this.random.pick(tenant.clients),
      'post',
      path,
      body,
      { 'idempotency-key': label.replace(' ', '-') },
    );
    const { message_id: messageId = null, chat_message_id: chatMessageId = null } = data ?? {};
    this.calls.push({ label, status, messageId, chatMessageId });
    return status;
  }
}

/** The templates that the provider took, by the value of their variable. */
async function readTakenTemplates(database: Pool): Promise<TakenText[]> {
  const { rows } = await database.query<TakenText>(
    `SELECT wamid AS "chatMessageId", content #>> '{template,components,0,parameters,0,text}' AS label
     FROM sandbox.cloud_messages WHERE direction = 'out' AND content ->> 'type' = 'template'`,
  );
  return rows;
}
