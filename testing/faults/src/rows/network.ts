import { setTimeout as delay } from 'node:timers/promises';
import type { Weather } from '../network/tcp-proxy';
import type { FaultRow } from '../rounds/row';

const LATEST_MS = 500;
const FORECAST: readonly Weather[] = [
  { kind: 'black-hole' },
  { kind: 'resets' },
  { kind: 'latency', ms: 400 },
];

/** Latency, resets and black holes between any two parts. */
export const links: FaultRow = {
  name: 'link',
  about: 'latency, resets or a black hole between two parts for some seconds',
  rounds: { quick: 1, full: 24 },
  choose: (turn, random, world) => {
    const weather = FORECAST[turn % FORECAST.length]!;
    // A link to a receiver is not broken: two failures in a short time would postpone the retry by five minutes.
    const all = world.links.all.filter(({ to }) => to !== 'receiver' || weather.kind === 'latency');
    const { from, to, proxy } = random.pick(all);
    const afterMs = random.between(0, LATEST_MS);
    const forMs = random.between(2_000, 6_000);
    return {
      name: `${describe(weather)} from ${from} to ${to} for ${forMs} ms`,
      inflict: async () => {
        await delay(afterMs);
        proxy.set(weather);
        await delay(forMs);
      },
    };
  },
};

function describe(weather: Weather): string {
  return weather.kind === 'latency' ? `${weather.ms} ms of latency` : weather.kind;
}
