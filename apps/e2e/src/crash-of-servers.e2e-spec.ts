import { crashes } from './crash.journeys';

/** On a stack of its own, beside the other crashes. */
describe('kill -9 in the middle of 50 sends', () =>
  crashes([
    { name: 'sandbox', isOnTheWay: true },
    { name: 'channels', isOnTheWay: false },
    // They are back before the answers are due.
    { name: 'nats', isOnTheWay: false },
    { name: 'postgres', isOnTheWay: false },
  ]));
