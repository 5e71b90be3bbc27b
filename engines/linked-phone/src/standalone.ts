import { setFlagsFromString } from 'node:v8';
import './quiet-process';
import { deviceSessionsWith } from '@chat/device-sessions';
import { runProcess } from '@chat/service-kit';
import { HEAP_GROWTH, services } from '@chat/standalone';
import { baileysPackage } from './engine-package';

setFlagsFromString(HEAP_GROWTH);

const withEngine = deviceSessionsWith(baileysPackage);

/** All services in one process, device-sessions with this engine. */
void runProcess(services.map((service) => (service.name === withEngine.name ? withEngine : service)));
