import { runProcess } from '@chat/service-kit';
import { sandboxService } from './service';

void runProcess([sandboxService]);
