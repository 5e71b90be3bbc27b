type Json = Record<string, unknown>;

const JSON_TYPE = 'application/json';
/** The media types of bodies without a schema. */
const FILE_TYPES = ['application/octet-stream', 'text/event-stream'];

interface Operation {
  operationId: string;
  responses: Record<string, { $ref?: string }>;
}

/** The description of a response in a document. */
export interface DescribedAnswer {
  /** A JSON pointer to the schema of its body; null if it has no body. */
  schema: string | null;
  /** The body is a file, of any type, or a stream of events. */
  isFile: boolean;
  /** The required headers. */
  headers: string[];
}

/** The description of a webhook event in a document. */
export interface DescribedWebhook {
  schema: string;
  headers: string[];
}

/** Finds the descriptions of responses and webhook events in an OpenAPI document. */
export class DescribedAnswers {
  constructor(private readonly document: Json) {}

  /** @param path may have a query string. @returns null if the operation does not return this status. */
  find(method: string, path: string, status: number): DescribedAnswer | null {
    const { place, responses } = this.responsesOf(method.toLowerCase(), path.split('?', 1)[0]!);
    const response = responses[status];
    if (!response) return null;
    const pointer = response.$ref ?? `${place}/${status}`;
    const { content, headers = {} } = this.read(pointer) as {
      content?: object;
      headers?: Record<string, { $ref: string }>;
    };
    return {
      schema: content && JSON_TYPE in content ? `${pointer}/content/application~1json/schema` : null,
      isFile: FILE_TYPES.some((type) => type in (content ?? {})),
      headers: Object.keys(headers).filter((name) => this.read(headers[name]!.$ref)['required']),
    };
  }

  /** @returns null if there is no such event. */
  findWebhook(type: string): DescribedWebhook | null {
    const webhooks = (this.document['webhooks'] ?? {}) as Record<
      string,
      { post: { parameters: { $ref: string }[] } }
    >;
    if (!Object.hasOwn(webhooks, type)) return null;
    const headers = webhooks[type]!.post.parameters.map(({ $ref }) => this.read($ref)['name'] as string);
    return { schema: `#/webhooks/${type}/post/requestBody/content/application~1json/schema`, headers };
  }

  /** The only response of a route that is not in the document: `not_found`. */
  private responsesOf(method: string, path: string): { place: string; responses: Operation['responses'] } {
    const paths = this.document['paths'] as Record<string, Record<string, Operation>>;
    const template = Object.keys(paths).find((candidate) => matches(candidate.split('/'), path.split('/')));
    const operation = template === undefined ? undefined : paths[template]![method];
    if (!operation) return { place: '', responses: { 404: { $ref: '#/components/responses/not_found' } } };
    const place = `#/paths/${template!.replaceAll('/', '~1')}/${method}/responses`;
    return { place, responses: operation.responses };
  }

  private read(pointer: string): Json {
    const names = pointer.split('/').slice(1);
    return names.reduce<Json>((part, name) => part[name.replaceAll('~1', '/')] as Json, this.document);
  }
}

function matches(template: string[], path: string[]): boolean {
  return (
    template.length === path.length &&
    template.every((segment, index) => segment.startsWith('{') || segment === path[index])
  );
}
