import { connector } from '@chat/contracts/connector';
import { TestBus } from '../test-bus';
import { startTestNats } from '../test-nats';
import { describeConnector } from './describe-connector';
import { FakeConnector } from './fake-connector';

const PERSON = '4915100000002';
const contract = connector({ service: 'fake', unavailable: 'service_unavailable', carries: ['text'] });

describeConnector('the fake', async () => {
  const nats = await startTestNats();
  const bus = await TestBus.open(nats.url);
  await (await bus.nats.jetstreamManager()).streams.add({ name: 'EVENTS', subjects: ['evt.>'] });
  const fake = await FakeConnector.start(bus, contract, [7]);
  return fake.harness(PERSON, () => nats.stop());
});
