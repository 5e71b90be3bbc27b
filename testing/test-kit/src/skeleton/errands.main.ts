import 'reflect-metadata';
import { runProcess } from '@chat/service-kit';
import { errandsService } from './errands.service';

/** A replica that a spec can kill. */
void runProcess([errandsService]);
