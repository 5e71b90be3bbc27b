import { setFlagsFromString } from 'node:v8';
import { runProcess } from '@chat/service-kit';
import { HEAP_GROWTH } from './heap-growth';
import { services } from './services';

setFlagsFromString(HEAP_GROWTH);
// A small installation has few events, and shares its memory with everything else.
process.env.EVENT_BUFFER_BYTES ??= String(8 * 1024 * 1024);

/** All services in one process, for `npm start` and small installations. They still communicate over NATS. */
void runProcess(services);
