import './quiet-process';
import { deviceSessionsWith } from '@chat/device-sessions';
import { runProcess } from '@chat/service-kit';
import { baileysPackage } from './engine-package';

/** device-sessions with this engine. */
void runProcess([deviceSessionsWith(baileysPackage)]);
