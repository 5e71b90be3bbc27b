import { around } from '../failpoints/failpoint';
import { atFailpoint } from './failpoints';
import type { FaultRow } from '../rounds/row';

/** Before and after the call to the provider, in each service that a template send passes through. */
const points = [
  ...around('gateway', 'request', 'rpc.messaging.template.send'),
  ...around('messaging', 'commit', 'idempotency_records'),
  ...around('messaging', 'request', 'rpc.templates.template.to-send'),
  ...around('templates', 'reply', 'any'),
  ...around('cloud-connector', 'http-write', 'POST'),
  ...around('cloud-connector', 'http-read', 'POST'),
];
const services = ['templates', 'messaging', 'cloud-connector', 'gateway'];
const ROUNDS_OF_EACH = 20;
const MOST_PASSES = 5;

/** Each of the services in turn, at one of its points. */
export const templateKills: FaultRow = {
  name: 'template-kills',
  about: 'SIGKILL of each service that a template passes through, around the call to the provider',
  rounds: { quick: 1, full: services.length * ROUNDS_OF_EACH },
  isKill: true,
  choose: (turn, random) => {
    const service = services[turn % services.length]!;
    const point = random.pick(points.filter((one) => one.service === service));
    return atFailpoint(point, 'SIGKILL', random.between(0, MOST_PASSES));
  },
};
