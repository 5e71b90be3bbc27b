import type { BlobStore } from '@chat/blob-store';
import type { BusClient } from '@chat/bus';
import type { Surface } from '@chat/http-edge';
import type { ReadinessChecks } from '@chat/service-kit';
import type { Admission } from '../edge/admission';
import type { UploadsService } from '../uploads/uploads.service';
import { serviceSurface } from './service/service.surface';
import { v1Surface } from './v1/v1.surface';

/** What the surfaces work with. */
export interface SurfaceNeeds {
  admission: Admission;
  bus: BusClient;
  uploads: UploadsService;
  store: BlobStore;
  checks: ReadinessChecks;
  baseUrl: string | undefined;
}

/** Everything that the gateway answers. */
export function surfaces({ admission, bus, uploads, store, checks, baseUrl }: SurfaceNeeds): Surface[] {
  return [serviceSurface(admission, checks, baseUrl), v1Surface(admission, bus, uploads, store)];
}
