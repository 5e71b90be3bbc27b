import type { Surface } from '@chat/http-edge';
import type { ReadinessChecks } from '@chat/service-kit';
import type { ToolCalls } from '../agent-tools/tool-calls.service';
import type { ApiServices } from '../edge/api-services';
import type { HostedServices } from '../edge/hosted-services';
import type { HostedLimits } from '../rate-limit/hosted-limits';
import { consoleApiSurface } from './console/console-api.surface';
import { builtConsole, ConsoleFiles } from './console/console-files';
import { consolePageSurface } from './console/console-page.surface';
import type { ConsoleServices } from './console/console-services';
import { docsSurface } from './docs/docs.surface';
import { legacySurfaces } from './legacy/legacy.surface';
import { authorizeSurface } from './oauth/authorize.surface';
import { mcpSurface } from './mcp/mcp.surface';
import { metadataSurfaces } from './oauth/metadata.surface';
import { tokenSurface } from './oauth/token.surface';
import { onboardingSurface } from './pages/onboarding/onboarding.surface';
import { linkSurfaces } from './pages/links/links.surface';
import { signInSurfaces } from './pages/sign-in.surface';
import { Visits } from './pages/visit';
import type { PublicUrl } from '../public-url/public-url';
import { serviceSurface } from './service/service.surface';
import { v1Surface } from './v1/v1.surface';

export interface SurfaceSettings {
  readonly checks: ReadinessChecks;
  readonly publicUrl: PublicUrl;
  /** The base URL in the OpenAPI document, without a slash at its end; undefined: the URL it was fetched from. */
  readonly baseUrl: string | undefined;
  /** Whether the console is part of the installation. */
  readonly hasConsole: boolean;
}

/** The dependencies of all surfaces. */
export interface GatewayServices {
  readonly api: ApiServices;
  readonly console: ConsoleServices;
  readonly hosted: HostedServices;
  readonly tools: ToolCalls;
}

/** All surfaces of the gateway. */
export function surfaces(
  { api, console, hosted, tools }: GatewayServices,
  settings: SurfaceSettings,
): Surface[] {
  return [
    ...apiSurfaces(api, hosted.limits, settings),
    mcpSurface(hosted.admission, tools),
    ...(settings.hasConsole ? consoleSurfaces(console, hosted, settings) : []),
    ...hostedSurfaces(hosted, settings),
  ];
}

/** The page of the console, and the API that it uses. */
function consoleSurfaces(
  services: ConsoleServices,
  { admission, limits }: HostedServices,
  { publicUrl }: SurfaceSettings,
): Surface[] {
  const page = consolePageSurface({ admission, limits, publicUrl }, new ConsoleFiles(builtConsole.folder));
  return [consoleApiSurface(services), page];
}

/** The surfaces for programs, documented as OpenAPI. */
export function apiSurfaces(
  services: ApiServices,
  limits: HostedLimits,
  { checks, publicUrl, baseUrl, hasConsole }: SurfaceSettings,
): Surface[] {
  const start = `${publicUrl.path}${hasConsole ? '/console/' : '/docs'}`;
  return [
    serviceSurface(services.admission, limits, checks, { baseUrl, start }),
    v1Surface(services),
    ...legacySurfaces(services, publicUrl),
  ];
}

/** Pages for people, OAuth and the documentation. */
function hostedSurfaces(
  services: HostedServices,
  { publicUrl, baseUrl, hasConsole }: SurfaceSettings,
): Surface[] {
  const pageNeeds = { ...services, publicUrl, hasConsole, visits: new Visits(publicUrl) };
  return [
    ...signInSurfaces(pageNeeds),
    ...linkSurfaces(pageNeeds),
    authorizeSurface(pageNeeds),
    onboardingSurface(pageNeeds),
    tokenSurface(services, publicUrl),
    ...metadataSurfaces(services.admission, services.limits, publicUrl),
    docsSurface(services.admission, services.limits, {
      path: publicUrl.path,
      address: publicUrl.base,
      baseUrl,
    }),
  ];
}
