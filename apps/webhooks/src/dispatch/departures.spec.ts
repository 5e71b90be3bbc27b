import { Departures } from './departures';

let departures: Departures;

beforeEach(() => {
  departures = new Departures();
});

it('delays the next attempt of a lane until all earlier ones have left', () => {
  const [first, second] = [departures.add(7, 0), departures.add(7, 10)];
  first();
  expect(departures.waitMs(7, 20)).toBe(980);
  expect(departures.waitMs(8, 20)).toBe(0);
  second();
  expect(departures.waitMs(7, 20)).toBe(0);
});

it('counts each attempt once, however often its departure is reported', () => {
  const first = departures.add(7, 0);
  departures.add(7, 0);
  first();
  first();
  expect(departures.waitMs(7, 1)).toBe(999);
});

it('stops waiting for a connection after one second', () => {
  const hanging = departures.add(7, 0);
  expect(departures.waitMs(7, 1_000)).toBe(0);
  departures.add(7, 1_500)();
  expect(departures.waitMs(7, 1_501)).toBe(0);
  hanging();
  departures.add(7, 1_600);
  expect(departures.waitMs(7, 1_600)).toBe(1_000);
});
