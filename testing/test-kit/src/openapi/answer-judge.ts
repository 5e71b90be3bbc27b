import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { DescribedAnswers } from './described-answers';

/** The parts of a response that a document describes. */
export interface JudgedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Validates responses and webhook deliveries against an OpenAPI document. */
export class AnswerJudge {
  private static known: AnswerJudge | undefined;
  private readonly described: DescribedAnswers;
  private readonly ajv = new Ajv2020({ allErrors: true, strict: false });

  constructor(document: object) {
    this.described = new DescribedAnswers(document as Record<string, unknown>);
    addFormats(this.ajv);
    this.ajv.addSchema(document, 'document');
  }

  /** The judge for `docs/openapi.json`. */
  static get committed(): AnswerJudge {
    const file = join(__dirname, '../../../../docs/openapi.json');
    return (this.known ??= new AnswerJudge(JSON.parse(readFileSync(file, 'utf8')) as object));
  }

  /** How a response differs from the document: what is missing, wrong or not described. */
  differences(method: string, path: string, answer: JudgedAnswer): string[] {
    const described = this.described.find(method, path, answer.status);
    if (!described) return ['The operation does not have this status.'];
    const missing = described.headers.filter((name) => !answer.headers.has(name));
    return [
      ...missing.map((name) => `The header ${name} is missing.`),
      ...(described.isFile ? [] : this.inBody(described.schema, answer)),
    ];
  }

  /** How a webhook delivery differs from the document. */
  differencesOfWebhook(type: string, headers: IncomingHttpHeaders, body: string): string[] {
    const described = this.described.findWebhook(type);
    if (!described) return [`The event ${type} is not described.`];
    const missing = described.headers.filter((name) => headers[name] === undefined);
    return [
      ...missing.map((name) => `The header ${name} is missing.`),
      ...this.inJson(described.schema, body),
    ];
  }

  private inBody(schema: string | null, { headers, bytes }: JudgedAnswer): string[] {
    if (schema === null) return bytes.length === 0 ? [] : ['The body should be empty.'];
    if (!headers.get('content-type')?.startsWith('application/json')) return ['The body should be JSON.'];
    return this.inJson(schema, bytes.toString('utf8'));
  }

  private inJson(schema: string, text: string): string[] {
    const validate = this.ajv.getSchema(`document${schema}`)!;
    return validate(JSON.parse(text)) ? [] : validate.errors!.map(toSentence);
  }
}

function toSentence({ instancePath, message, params }: ErrorObject): string {
  const details = Object.values(params as Record<string, unknown>).map((value) => JSON.stringify(value));
  return `${instancePath || 'The body'} ${message} (${details.join(', ')}).`;
}
