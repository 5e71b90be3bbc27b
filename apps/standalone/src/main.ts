import { runProcess } from '@chat/service-kit';
import { services } from './services';

/** All services in one process, for `npm start` and small installations. They still talk over real NATS. */
void runProcess(services);
