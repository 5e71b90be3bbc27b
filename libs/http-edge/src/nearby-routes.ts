import type { FastifyInstance } from 'fastify';

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
}

const PARAMETER = /:\w+/g;

/** The routes of a surface, to explain why a request matches none of them. */
export class NearbyRoutes {
  private readonly routes: Route[] = [];

  /** Remembers the routes that are added from now on. */
  follow(app: FastifyInstance): void {
    app.addHook('onRoute', ({ method, url }) => {
      // A catch-all route accepts everything.
      if (url.includes('*')) return;
      const pattern = new RegExp(`^${url.split(PARAMETER).map(escape).join('[^/]+')}$`);
      for (const each of [method].flat()) this.routes.push({ method: each, pattern });
    });
  }

  /** Returns a sentence about a wrong method or a trailing slash. It reveals nothing about records. */
  adviceFor(method: string, url: string): { message: string; methods?: string[] } | undefined {
    const path = url.split('?')[0]!;
    const methods = this.methodsOf(path);
    if (methods.length > 0)
      return { message: `There is no ${method} of this path. It takes ${methods.join(', ')}.`, methods };
    // Not `\/+$` alone, which takes quadratic time for a path of many slashes.
    const shorter = path.replace(/(?<!\/)\/+$/, '');
    if (shorter === path || this.methodsOf(shorter).length === 0) return undefined;
    return { message: 'There is no such path. Remove the slash at its end.' };
  }

  private methodsOf(path: string): string[] {
    return [
      ...new Set(this.routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ].sort();
  }
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
