import { callbackPaths } from '@chat/contracts/cloud-connector';

/** A port behind the ingress, and where its process says whether it is ready. */
export interface Backend {
  readonly serves: 'api' | 'callbacks';
  readonly port: number;
  readonly healthPort: number;
}

export interface IngressSettings {
  readonly port: number;
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly logFile: string;
}

/** What one look at a backend showed. */
export type Look = 'ready' | 'unready' | 'no answer';

/** The backends that get requests: all that are ready, or, where none is, those that got requests before. */
export function admit(
  backends: readonly Backend[],
  looks: readonly Look[],
  admitted: readonly Backend[],
): Backend[] {
  const isIn = (backend: Backend, index: number) => {
    // One that is slow to answer is busy, and stays what it was.
    if (looks[index] === 'no answer') return admitted.includes(backend);
    return looks[index] === 'ready';
  };
  return (['api', 'callbacks'] as const).flatMap((serves) => {
    const ready = backends.filter((backend, index) => backend.serves === serves && isIn(backend, index));
    return ready.length > 0 ? ready : admitted.filter((backend) => backend.serves === serves);
  });
}

/**
 * The block `http` of an nginx in front of gateways and cloud-connectors, as docs/operations.md recommends it: the limits
 * are the gateway's, bodies stream both ways, and connections to the backends are kept for less time than those keep them.
 */
export function ingressConfiguration(settings: IngressSettings, admitted: readonly Backend[]): string {
  const upstream = (name: Backend['serves']) => {
    const servers = admitted
      .filter(({ serves }) => serves === name)
      .map(({ port }) => `server 127.0.0.1:${port} max_fails=0;`);
    return `upstream ${name} { ${servers.join(' ')} keepalive 64; keepalive_timeout 60s; }`;
  };
  return `  log_format ingress '$msec $request_method $uri $status $upstream_addr $upstream_status $request_time';
  access_log ${settings.logFile} ingress;
  ${upstream('api')}
  ${upstream('callbacks')}
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
    location / { proxy_pass http://api; }
${callbackPaths.map((path) => `    location = ${path} { proxy_pass http://callbacks; }`).join('\n')}
  }`;
}
