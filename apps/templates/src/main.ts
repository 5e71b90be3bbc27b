import { runProcess } from '@chat/service-kit';
import { templatesService } from './service';

void runProcess([templatesService]);
