import { runProcess } from '@chat/service-kit';
import { channelsService } from './service';

void runProcess([channelsService]);
