import { PendingConnects } from './pending-connects';

let connects: PendingConnects;

beforeEach(() => {
  connects = new PendingConnects();
});

it('delays the next attempt of a lane until all earlier ones have left', () => {
  const [first, second] = [connects.add(7, 0), connects.add(7, 10)];
  first();
  expect(connects.waitMs(7, 20)).toBe(980);
  expect(connects.waitMs(8, 20)).toBe(0);
  second();
  expect(connects.waitMs(7, 20)).toBe(0);
});

it('counts each attempt once, however often its departure is reported', () => {
  const first = connects.add(7, 0);
  connects.add(7, 0);
  first();
  first();
  expect(connects.waitMs(7, 1)).toBe(999);
});

it('stops waiting for a connection after one second', () => {
  const hanging = connects.add(7, 0);
  expect(connects.waitMs(7, 1_000)).toBe(0);
  connects.add(7, 1_500)();
  expect(connects.waitMs(7, 1_501)).toBe(0);
  hanging();
  connects.add(7, 1_600);
  expect(connects.waitMs(7, 1_600)).toBe(1_000);
});
