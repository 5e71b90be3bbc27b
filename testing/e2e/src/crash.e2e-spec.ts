import { crashes } from './crash/crash.journeys';

describe('kill -9 in the middle of 50 sends', () =>
  crashes([
    { name: 'messaging', isOnTheWay: true },
    { name: 'device-sessions', isOnTheWay: true },
    { name: 'gateway-2', isOnTheWay: true },
    { name: 'webhooks', isOnTheWay: false },
  ]));
