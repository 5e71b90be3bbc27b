import { callbackPaths, SIGNATURE_HEADER } from '@chat/contracts/cloud-connector';
import { callbackShapes, LENA, MARA, shapeNamed, type Facts, type Shape } from '@chat/sandbox/shapes';
import { until } from '@chat/test-kit';
import type { Attack, AttackGroup } from '../attack';
import {
  openBusiness,
  post,
  postSigned,
  problemsOf,
  signatureOf,
  stored,
  untilIdle,
  untilProcessed,
  type Business,
  type Headers,
  type Target,
} from './callback-cast';
import { nothingLeft } from './callbacks.group';

interface Cast extends Target {
  /** Whose number, messages and people are named. */
  readonly victim: Business;
  /** A customer who can have the provider send anything about the own number. */
  readonly intruder: Business;
  /** Two numbers of one account; messages of the first are named on the second. */
  readonly head: Business;
  readonly branch: Business;
  /** The hostile ids whose texts were sent to the branch; a quick run leaves some out. */
  readonly sent: string[];
}

/** The ids of texts that Lena wrote to the branch, and that the person in the app wrote to Mara. */
const OF_LENA = 'wamid.OFLENA';
const OF_APP = 'wamid.OFAPP';
/** The member of `callbackShapes` whose sender is in a group. */
const GROUP_MEMBER = '4915110000777';
/** Ids of people that look like keys and numbers of others. */
const hostileIds = [
  MARA.phone,
  `user:${LENA.userId}`,
  'erased:1',
  `${LENA.userId} `,
  '\u202e1.ED',
  '%',
  '__proto__',
];

/** Every shape of the provider, sent by somebody else, to somebody else, or about something of somebody else. */
export const callbackShapesOfOthers: AttackGroup = {
  name: 'callback-shapes',
  about:
    'every shape of the provider: forged; signed, but naming the number, message, template or person of another account, number or person',
  atOnce: 1,
  attacks: async (world) => {
    const [victim, intruder] = [await openBusiness(world, 'victim'), await openBusiness(world, 'intruder')];
    const head = await openBusiness(world, 'head');
    const branch = await openBusiness(world, 'branch', head.tenant);
    const path = callbackPaths[0]!;
    const person = intruder.tenant.number();
    const cast = { world, path, shop: intruder, person, victim, intruder, head, branch, sent: [] };
    await prepare(cast);
    const kept = [await keep(cast, 'victim'), await keep(cast, 'head')];
    return [
      ...callbackShapes.flatMap((shape) => attacksWith(shape, cast)),
      ...byOtherPeople(cast),
      ...aftermath(cast),
      ...kept,
    ];
  },
};

/** Later than all before, as the provider tells in seconds. */
let posted = 0;
function withNews(facts: Facts): Facts {
  posted += 1;
  return { ...facts, now: Math.floor(Date.now() / 1000) + posted, id: `wamid.OTHERS${posted}` };
}

function bodyOf(shape: Shape, facts: Facts): string {
  return JSON.stringify(shape.body(facts));
}

/** Lena and the app write to the branch. */
async function prepare(cast: Cast): Promise<void> {
  const { branch } = cast;
  const target = { ...cast, shop: branch };
  const hidden = shapeNamed('text of somebody who hides the number');
  await postSigned(target, bodyOf(hidden, { ...withNews(branch.facts), id: OF_LENA }));
  await postSigned(target, bodyOf(shapeNamed('echo'), { ...withNews(branch.facts), id: OF_APP }));
  await untilProcessed(target);
  const has = (body: string) => async () => (await stored(target, body)) === 1;
  await until(has('hidden number'), { describe: 'the text of Lena' });
  await until(has('from the app'), { describe: 'the text of the app' });
}

function attacksWith(shape: Shape, cast: Cast): Attack[] {
  const { world, victim, intruder, head, branch } = cast;
  const { wabaId, phoneNumberId, business } = intruder.facts;
  const forged = (how: string, signature: ((body: string) => string) | null): Attack => ({
    name: `${shape.name}, ${how}`,
    run: async () => {
      const body = bodyOf(shape, withNews(victim.facts));
      const headers: Headers = signature === null ? {} : { [SIGNATURE_HEADER]: signature(body) };
      return problemsOf(await post(cast, body, headers), [403]);
    },
  });
  const signed = (how: string, facts: Facts, about: Partial<Facts> = {}): Attack => ({
    name: `${shape.name}, ${how}`,
    run: async () => {
      const body = bodyOf(shape, { ...withNews(facts), ...about });
      return problemsOf(await postSigned(cast, body), [200]);
    },
  });
  const namesNumber = bodyOf(shape, victim.facts).includes(victim.facts.phoneNumberId);
  return [
    forged('not signed', null),
    forged('signed with another secret', (body) => signatureOf(body, `${world.provider.appSecret}0`)),
    forged('signed with the verify token', (body) => signatureOf(body, world.provider.verifyToken)),
    signed("with the number of another's account", { ...victim.facts, wabaId }),
    ...(namesNumber ? [signed("with another's account", { ...victim.facts, phoneNumberId, business })] : []),
    signed("of a number of nobody that calls itself another's", {
      ...victim.facts,
      wabaId: '999999999999998',
      phoneNumberId: '999999999999999',
    }),
    signed("about another's messages", { ...victim.facts, wabaId, phoneNumberId, business }),
    signed("about another's messages, with the id of one", intruder.facts, {
      ...{ theirs: victim.facts.theirs, ours: victim.facts.ours },
      id: victim.facts.theirs,
    }),
    signed("about another's display number", { ...intruder.facts, business: victim.facts.business }),
    signed('about messages of another number of the account', branch.facts, {
      ...{ theirs: head.facts.theirs, ours: head.facts.ours },
    }),
  ];
}

/** Whoever did not write a message neither edits nor deletes it, and no id names another person. */
function byOtherPeople(cast: Cast): Attack[] {
  const { branch } = cast;
  const target = { ...cast, shop: branch };
  const about = (name: string, named: { theirs: string } | { ours: string }): Attack => ({
    name: `${name} of ${JSON.stringify(named)}`,
    run: async () => {
      const body = bodyOf(shapeNamed(name), { ...withNews(branch.facts), ...named });
      return problemsOf(await postSigned(target, body), [200]);
    },
  });
  const hidden = shapeNamed('text of somebody who hides the number');
  return [
    ...['edit', 'deletion'].flatMap((name) => [
      about(name, { theirs: OF_LENA }),
      about(name, { theirs: OF_APP }),
      about(name, { theirs: branch.facts.ours }),
      about(`echo of ${name === 'edit' ? 'an edit' : 'a deletion'}`, { ours: OF_LENA }),
      about(`echo of ${name === 'edit' ? 'an edit' : 'a deletion'}`, { ours: branch.facts.theirs }),
    ]),
    ...hostileIds.map((id, at) => ({
      name: `a text of the user id ${JSON.stringify(id)}`,
      run: async () => {
        const body = bodyOf(hidden, withNews(branch.facts))
          .replaceAll(JSON.stringify(LENA.userId), JSON.stringify(id))
          .replaceAll('hidden number', `hidden ${at}`);
        cast.sent.push(id);
        return problemsOf(await postSigned(target, body), [200]);
      },
    })),
  ];
}

/** No message of the branch was changed by what others did, and hostile ids are people of their own. */
function aftermath(cast: Cast): Attack[] {
  const { world, branch, intruder } = cast;
  const target = { ...cast, shop: branch };
  const last = (name: string, run: () => Promise<string[]>): Attack => ({ name, isLast: true, run });
  return [
    last('no callback waits or was set aside', async () => {
      await untilProcessed(cast);
      await untilProcessed(target);
      return nothingLeft(cast);
    }),
    last('the messages of the branch that others named', async () => {
      const where = `account_id = $1 AND channel_id = $2 AND chat_message_id = ANY ($3)
        AND (edited_at IS NOT NULL OR deleted_at IS NOT NULL OR body IS NULL)`;
      const named = [OF_LENA, OF_APP, branch.facts.ours, branch.facts.theirs];
      const ids = [branch.tenant.accountId, branch.channelId, named];
      const changed = await world.count(`FROM messaging.messages WHERE ${where}`, ids);
      return changed === 0 ? [] : [`${changed} were changed by somebody else.`];
    }),
    last('the conversations of hostile user ids', async () => {
      const of = `FROM messaging.conversations WHERE account_id = $1 AND channel_id = $2`;
      const ids = [branch.tenant.accountId, branch.channelId];
      const isThere = async () => (await stored(target, 'hidden _')) === cast.sent.length;
      await until(isThere, { describe: 'the texts of hostile user ids' });
      const theirs = await world.count(`${of} AND contact_phone IS NULL AND username = $3`, [
        ...ids,
        LENA.username,
      ]);
      const keys = await world.count(`${of} AND canonical_phone LIKE 'erased:%'`, ids);
      return [
        ...(theirs === cast.sent.length + 1 ? [] : [`${theirs} conversations are of hostile ids and Lena.`]),
        ...(keys === 0 ? [] : ['A person has the key of an erased one.']),
      ];
    }),
    last('messages to groups', async () => {
      const of = `FROM messaging.conversations WHERE account_id = $1 AND contact_phone = $2`;
      const found = await world.count(of, [intruder.tenant.accountId, GROUP_MEMBER]);
      return found === 0 ? [] : ['A message to a group is a conversation.'];
    }),
  ];
}

/** Columns that change by themselves. */
const VOLATILE = [
  'published_at',
  'last_seen_at',
  'last_heartbeat_at',
  'updated_at',
  'due_at',
  'last_used_at',
  'sync_at',
];

/** Tables that are made out of others, whose rows are compared themselves, or of the requests that prepare an attack. */
const DERIVED =
  /\.(usage(_changes)?|conversation_texts|renamed_people|(hourly|daily)_counts|requests(_\d{4}_\d\d_\d\d)?)$/;

/** Afterwards, all rows of the victim's account, or of the channel of the first number, are what they are now. */
async function keep(cast: Cast, whose: 'victim' | 'head'): Promise<Attack> {
  const { world } = cast;
  const { tenant, channelId } = cast[whose];
  const rows = async () => {
    await untilIdle(cast);
    return world.rowsWith(
      whose === 'victim' ? { account_id: tenant.accountId } : { channel_id: channelId },
      VOLATILE,
    );
  };
  const before = await rows();
  return {
    name: `all rows of the ${whose}`,
    isLast: true,
    run: async () => {
      const after = await rows();
      return [...after].flatMap(([table, now]) => {
        if (DERIVED.test(table)) return [];
        const was = before.get(table) ?? [];
        const gone = was.filter((row) => !now.includes(row));
        const added = now.filter((row) => !was.includes(row));
        return [
          ...gone.map((row) => `${table} no longer has ${row.slice(0, 300)}`),
          ...added.map((row) => `${table} now has ${row.slice(0, 300)}`),
        ];
      });
    },
  };
}
