import { openApiDocument } from '@chat/contracts/openapi';
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** The document's schemas of requests: a judgment independent of the gateway's own. */
export class RequestSchemas {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: false });
  private readonly document = openApiDocument();

  constructor() {
    addFormats(this.ajv);
    this.ajv.addSchema(this.document, 'document');
  }

  /** Whether a body is valid for the route; invalid JSON never is. */
  allowsBody(method: string, path: string, body: string): boolean {
    const pointer = `/paths/${escape(path)}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
    try {
      return this.validate(pointer, JSON.parse(body));
    } catch (error) {
      if (error instanceof SyntaxError) return false;
      throw error;
    }
  }

  private validate(pointer: string, value: unknown): boolean {
    const validate = this.ajv.getSchema(`document#${pointer}`);
    if (!validate) throw new Error(`The document has no schema at ${pointer}.`);
    return validate(value) as boolean;
  }
}

/** Escapes slashes for a JSON pointer, and braces for a URL fragment. */
function escape(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}
