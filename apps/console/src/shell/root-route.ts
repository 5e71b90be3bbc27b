import { createRootRoute } from '@tanstack/react-router';
import { Crashed, LostPage } from './lost';
import { Shell } from './shell';

/** Around every page. */
export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: LostPage,
  errorComponent: Crashed,
});
