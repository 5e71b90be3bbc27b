import { setTimeout as delay } from 'node:timers/promises';
import { around } from '../failpoints/failpoint';
import { say } from '../rounds/progress';
import type { FaultRow } from '../rounds/row';
import { TwoConversations } from '../world/two-conversations';
import type { World } from '../world/world';

/** How many messages move: in a quick run, and also in a full one. */
const SIZES = [3_000, 50_000];
const [before, after] = around('messaging', 'commit', 'messages');

/** Both replicas of messaging die again and again, before and after the commit of a batch. */
export const mergeKills: FaultRow = {
  name: 'merge-kills',
  about: 'SIGKILL around each batch of a merge of conversations, while both are written to and answered',
  rounds: { quick: 1, full: SIZES.length },
  isKill: true,
  choose: (turn, random) => {
    const many = SIZES[turn % SIZES.length]!;
    return {
      name: `a merge of ${many} messages`,
      inflict: async (world) => {
        const two = await TwoConversations.of(world, random, many);
        const stop = two.converse();
        await two.meet();
        let kills = 0;
        while ((await two.isMoving()) === true) {
          world.arm(kills % 3 === 0 ? before! : after!, 'SIGKILL', 0);
          await untilDeadOr(world, async () => (await two.isMoving()) !== true);
          kills += world.dead.length;
          await world.heal();
        }
        await stop();
        // Another may have met the last failpoint before it heard that there is none any more.
        await world.heal();
        say(`${kills} kills while ${many} messages moved`);
        if (kills < many / 2_000) throw new Error('Too few batches of the merge met a kill.');
        await two.judge();
      },
    };
  },
};

/** Until all replicas have died, so that none moves a batch unharmed. */
async function untilDeadOr(world: World, isOver: () => Promise<boolean>): Promise<void> {
  const replicas = world.membersOf('messaging');
  const areDead = () => replicas.every((name) => world.dead.includes(name));
  while (!areDead() && !(await isOver())) await delay(20);
}
