import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { callbackShapes, shapeNamed, type Shape } from '@chat/sandbox/shapes';
import { until } from '@chat/test-kit';
import type { RunningStack } from '../shared-stack';
import { deliverCallbacks } from './cloud-shop';
import { nothing } from './provider-shapes/expectation';
import { expectations } from './provider-shapes/expectations';
import { printPage } from './provider-shapes/page';
import { ShapeWorld } from './provider-shapes/shape-world';
import { linesOf } from './provider-shapes/what-shows';

const PAGE = join(__dirname, '../../../../docs/provider-shapes.md');
const AT_A_TIME = 6;
/** What differs then is shown by the comparison of all. */
const PATIENCE_MS = 10_000;

/** What the API and the events show of a shape, and how the callback was answered. */
export interface Seen {
  status: number;
  api: string[];
  events: string[];
}

/** Every shape of the provider, signed, and in an account of its own unless nothing is expected of it. */
export function cloudShapes(stack: RunningStack, secret: string): void {
  // The provider itself says nothing meanwhile.
  const hold = (isHeld: boolean) => deliverCallbacks(stack(), { hold: isHeld });

  beforeAll(() => hold(true));
  afterAll(() => hold(false));

  /** Sends the shape, and compares what shows with what showed before. */
  const see = async (world: ShapeWorld, shape: Shape): Promise<Seen> => {
    const { api, events } = expectations[shape.name]!;
    const [before, told] = [await world.look(), world.events.length];
    const status = await world.post(shape);
    await world.pass();
    const look = async () => ({
      status,
      api: linesOf(before, await world.look()),
      events: world.events.slice(told).toSorted(),
    });
    const expected = { status: 200, api, events };
    const isAsExpected = async () => isDeepStrictEqual(await look(), expected);
    await until(isAsExpected, { describe: shape.name, timeoutMs: PATIENCE_MS }).catch(() => undefined);
    return await look();
  };
  const seeAlone = async (shape: Shape): Promise<Seen> => {
    const world = await ShapeWorld.open(stack(), secret, expectations[shape.name]!);
    try {
      if (shape.after !== undefined) {
        await world.post(shapeNamed(shape.after));
        await world.settle(expectations[shape.after]!.api);
      }
      return await see(world, shape);
    } finally {
      await world.stop();
    }
  };
  /** Shapes of which nothing is expected leave an account as it was for the next. */
  const seeTogether = async (shapes: Shape[], seen: Map<string, Seen>): Promise<void> => {
    const world = await ShapeWorld.open(stack(), secret, {});
    try {
      for (const shape of shapes) seen.set(shape.name, await see(world, shape));
    } finally {
      await world.stop();
    }
  };
  const isQuiet = ({ name, after }: Shape) => {
    const expectation = expectations[name]!;
    return after === undefined && isDeepStrictEqual(expectation, nothing(expectation.says));
  };

  it('have an expectation each', () =>
    expect(Object.keys(expectations).toSorted()).toEqual(callbackShapes.map(({ name }) => name).toSorted()));

  it('show in the API and the events what was expected of them, and cost no callback (docs/provider-shapes.md)', async () => {
    const seen = new Map<string, Seen>();
    const waiting = callbackShapes.filter((shape) => !isQuiet(shape));
    const worker = async () => {
      for (let shape = waiting.shift(); shape; shape = waiting.shift())
        seen.set(shape.name, await seeAlone(shape));
    };
    const workers = Array.from({ length: AT_A_TIME - 1 }, worker);
    await Promise.all([seeTogether(callbackShapes.filter(isQuiet), seen), ...workers]);
    const expected = Object.entries(expectations).map(([name, { api, events }]) => [
      name,
      { status: 200, api, events },
    ]);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected));
    const page = printPage(seen);
    if (process.env.UPDATE_SCHEMAS) await writeFile(PAGE, page);
    expect(page).toBe(await readFile(PAGE, 'utf8'));
  }, 600_000);
}
