import type { Pool } from 'pg';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import type { TakenText } from '../oracles/keyed-sends.rules';
import type { Random } from '@chat/test-kit/random';
import { CUSTOMER_WITHOUT_ANSWERS } from '../world/tenant';
import type { World } from '../world/world';
import { KeyedCalls, type KeyedSend } from './keyed-calls';
import type { Load, Operation } from './operation';
import { byCloud, onCloud } from './receivers';

const MOST_REPEATS = 8;
const SHARE_WITHOUT_ANSWERS = 0.1;
/** Both share one namespace of keys, so a repeat may use the other route. */
const paths = ['/v1/templates/send', '/external-api/templates/send'] as const;

/** Template sends: each request is made twice concurrently, by both routes, and repeated until it is answered. */
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

class TemplateSends implements Load {
  private readonly calls: KeyedCalls;
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.calls = new KeyedCalls(world, random, MOST_REPEATS);
  }

  async attempt(): Promise<boolean> {
    const statuses = await this.calls.attempt(paths, () => this.newSend());
    // A send that the provider never answered is settled by its status, which a repeat then gets.
    return statuses.includes(201) || statuses.includes(502);
  }

  async audit(): Promise<Finding[]> {
    return this.calls.audit(await readTakenTemplates(this.world.database));
  }

  private newSend(): KeyedSend {
    const tenant = this.random.pick(this.world.tenants);
    const label = `template ${(this.count += 1)}`;
    const receiver =
      this.random.next() < SHARE_WITHOUT_ANSWERS
        ? onCloud(tenant.cloud.channelId, CUSTOMER_WITHOUT_ANSWERS)
        : byCloud(tenant, this.random);
    const body = { ...receiver, template_id: tenant.templateId, body_variables: [label] };
    return { tenant, label, body };
  }
}

/** The templates that the provider accepted, by the value of their variable. */
async function readTakenTemplates(database: Pool): Promise<TakenText[]> {
  const { rows } = await database.query<TakenText>(
    `SELECT wamid AS "chatMessageId", content #>> '{template,components,0,parameters,0,text}' AS label
     FROM sandbox.cloud_messages WHERE direction = 'out' AND content ->> 'type' = 'template'`,
  );
  return rows;
}
