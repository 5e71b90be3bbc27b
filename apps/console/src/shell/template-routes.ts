import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { part } from '../loading/part';
import { rootRoute } from './root-route';
import { readTemplateView } from '../templates/filters.rules';

const templates = createRoute({
  getParentRoute: () => rootRoute,
  path: '/templates',
  validateSearch: readTemplateView,
  component: lazyRouteComponent(
    part(() => import('../templates/templates-page')),
    'TemplatesPage',
  ),
});

const newTemplate = createRoute({
  getParentRoute: () => rootRoute,
  path: '/templates/new',
  component: lazyRouteComponent(
    part(() => import('../templates/builder-page')),
    'NewTemplatePage',
  ),
});

const template = createRoute({
  getParentRoute: () => rootRoute,
  path: '/templates/$template',
  component: lazyRouteComponent(
    part(() => import('../templates/template-page')),
    'TemplatePage',
  ),
});

const edited = createRoute({
  getParentRoute: () => rootRoute,
  path: '/templates/$template/edit',
  component: lazyRouteComponent(
    part(() => import('../templates/builder-page')),
    'EditTemplatePage',
  ),
});

/** Templates, one of them, and the pages on which they are written. */
export const templateRoutes = [templates, newTemplate, template, edited] as const;
