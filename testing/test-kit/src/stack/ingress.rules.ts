import { callbackPaths } from '@chat/contracts/cloud-connector';

/** A port behind the ingress, with the URL of its process' readiness. */
export interface Backend {
  readonly serves: 'api' | 'callbacks';
  readonly port: number;
  readonly healthPort: number;
}

export interface IngressSettings {
  readonly port: number;
  /** The socket of nginx' status page, which lists its backends. */
  readonly statusSocket: string;
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly logFile: string;
}

/** The result of one probe of a backend. */
export type Look = 'ready' | 'unready' | 'no answer';

/** The backends that get requests: those that are ready, possibly none. */
export function admit(
  backends: readonly Backend[],
  looks: readonly Look[],
  admitted: readonly Backend[],
): Backend[] {
  return backends.filter((backend, index) => {
    // The kubelet waits for a second timeout, ten seconds later; frozen processes run again by then.
    if (looks[index] === 'no answer') return admitted.includes(backend);
    return looks[index] === 'ready';
  });
}

/** The response of nginx' status socket. */
export function namesOf(admitted: readonly Backend[]): string {
  return admitted.map(({ port }) => port).join();
}

/**
 * The block `http` of an nginx in front of gateways and cloud-connectors, as docs/operations.md recommends it: the limits
 * are the gateway's, bodies stream both ways but for callbacks, and connections to the backends are kept for less time than those keep them.
 */
export function ingressConfiguration(settings: IngressSettings, admitted: readonly Backend[]): string {
  const serversOf = (name: Backend['serves']) =>
    admitted
      .filter(({ serves }) => serves === name)
      .map(({ port }) => `server 127.0.0.1:${port} max_fails=0;`);
  const upstream = (name: Backend['serves']) => {
    const servers = serversOf(name);
    if (servers.length === 0) return '';
    return `upstream ${name} { ${servers.join(' ')} keepalive 64; keepalive_timeout 60s; }`;
  };
  const leadTo = (name: Backend['serves']) =>
    serversOf(name).length > 0 ? `proxy_pass http://${name};` : 'return 503;';
  return `  log_format ingress '$msec $request_method $uri $status $upstream_addr $upstream_status $request_time';
  access_log ${settings.logFile} ingress;
  ${upstream('api')}
  ${upstream('callbacks')}
  server { listen unix:${settings.statusSocket}; return 200 "${namesOf(admitted)}"; }
  server {
    listen 127.0.0.1:${settings.port} ssl backlog=4096;
    ssl_certificate ${settings.certificateFile};
    ssl_certificate_key ${settings.keyFile};
    ssl_session_cache shared:tls:1m;
    client_max_body_size 0;
    large_client_header_buffers 4 32k;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_request_buffering off;
    proxy_max_temp_file_size 0;
    proxy_connect_timeout 3s;
    proxy_read_timeout 90s;
    location / { ${leadTo('api')} }
${callbackPaths.map((path) => `    location = ${path} { proxy_request_buffering on; ${leadTo('callbacks')} }`).join('\n')}
  }`;
}
