import { crashes } from './crash/crash.journeys';

/** Runs on its own stack, in parallel with the other crashes. */
describe('kill -9 in the middle of 50 sends', () =>
  crashes([
    { name: 'sandbox', isOnTheWay: true },
    { name: 'channels', isOnTheWay: false },
    // They are back before the answers are due.
    { name: 'nats', isOnTheWay: false },
    { name: 'postgres', isOnTheWay: false },
  ]));
