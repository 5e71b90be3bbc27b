type Json = Record<string, unknown>;

const JSON_TYPE = 'application/json';
/** Of bodies without a schema. */
const FILE_TYPES = ['application/octet-stream', 'text/event-stream'];

interface Operation {
  operationId: string;
  responses: Record<string, { $ref?: string }>;
}

/** What a document says of one answer. */
export interface DescribedAnswer {
  /** Where the schema of its body stands, as a JSON pointer; null when it has no body. */
  schema: string | null;
  /** The body is a file, of any type, or a stream of events. */
  isFile: boolean;
  /** The headers that are always there. */
  headers: string[];
}

/** What a document says of one event that goes out. */
export interface DescribedWebhook {
  schema: string;
  headers: string[];
}

/** Finds what an OpenAPI document says of the answers to a request, and of the events that go out. */
export class DescribedAnswers {
  constructor(private readonly document: Json) {}

  /** @param path may have a query string. Null: the operation does not answer this status. */
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

  /** Null: there is no such event. */
  findWebhook(type: string): DescribedWebhook | null {
    const webhooks = (this.document['webhooks'] ?? {}) as Record<
      string,
      { post: { parameters: { $ref: string }[] } }
    >;
    if (!Object.hasOwn(webhooks, type)) return null;
    const headers = webhooks[type]!.post.parameters.map(({ $ref }) => this.read($ref)['name'] as string);
    return { schema: `#/webhooks/${type}/post/requestBody/content/application~1json/schema`, headers };
  }

  /** A route that the document does not have answers `not_found` and nothing else. */
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
