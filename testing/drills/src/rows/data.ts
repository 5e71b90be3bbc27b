import { DiscardPolicy } from 'nats';
import type { World } from '@chat/faults';
import type { Drill } from './drill';

const ROOM_BYTES = 64 * 1024;

export const streamFull: Drill = {
  name: 'stream-full',
  about: 'the stream of events is full and refuses new ones, until it is enlarged',
  run: async ({ world: { stack }, step, rest }) => {
    step('the stream is limited to little more than it holds');
    const before = await stack.admin.updateStream(({ state }) => ({
      max_bytes: state.bytes + ROOM_BYTES,
      discard: DiscardPolicy.New,
    }));
    try {
      await rest({ full: 30, quick: 8 });
    } finally {
      step('the stream is enlarged');
      await stack.admin.updateStream(() => ({ max_bytes: before.max_bytes, discard: before.discard }));
    }
  },
};

const SHORT = 'messaging';
const ROLE = `chat_${SHORT}`;

export const connectionsShort: Drill = {
  name: 'connections-short',
  about: 'Postgres refuses most connections of one service, until the limit is raised',
  run: async ({ world: { database }, step, rest }) => {
    step(`${SHORT} may have three connections, and loses those it has`);
    await database.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT 3`);
    try {
      await database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
        ROLE,
      ]);
      await rest({ full: 20, quick: 6 });
    } finally {
      step('the limit is removed');
      await database.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT -1`);
    }
  },
};

export const postgresRestart: Drill = {
  name: 'postgres-restart',
  about: 'Postgres is restarted',
  run: async ({ world: { stack }, step }) => {
    step('Postgres stops');
    await stack.stopOne('postgres');
    step('Postgres starts');
    await stack.start('postgres');
  },
};

export const postgresSilent: Drill = {
  name: 'postgres-silent',
  about: 'Postgres answers nothing, and refuses nothing, for a minute',
  run: async ({ world, step, rest }) => {
    step('the links to Postgres hold all bytes');
    holdPostgres(world, true);
    await rest({ full: 60, quick: 8 });
    step('the links are open again');
    holdPostgres(world, false);
  },
};

function holdPostgres({ links }: World, isHeld: boolean): void {
  for (const { to, proxy } of links.all) {
    if (to === 'postgres') proxy.set({ kind: isHeld ? 'black-hole' : 'fair' });
  }
}
