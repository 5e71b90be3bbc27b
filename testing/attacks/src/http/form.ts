/** A form as it is sent: its bytes, and their content type. */
export interface Form {
  readonly body: Buffer;
  readonly type: string;
}

/** A file part of a form. */
export interface FormFile {
  readonly name: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: string | Buffer;
}

const BOUNDARY = 'limit';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const CLOSING = `--${BOUNDARY}--\r\n`;

/** The smallest picture that every decoder accepts. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export function picture(name: string): FormFile {
  return { name, filename: 'picture.png', type: 'image/png', bytes: PNG };
}

/** A form of texts (other values as JSON) and files, without any escaping. */
export function formOf(texts: Readonly<Record<string, unknown>>, files: readonly FormFile[]): Form {
  const parts = [
    ...Object.entries(texts).map(([name, value]) =>
      partOf(`form-data; name="${name}"`, typeof value === 'string' ? value : JSON.stringify(value)),
    ),
    ...files.map(({ name, filename, type, bytes }) =>
      partOf(`form-data; name="${name}"; filename="${filename}"`, bytes, type),
    ),
  ];
  return { body: Buffer.concat([...parts, Buffer.from(CLOSING)]), type: FORM_TYPE };
}

/** One part, with any disposition and type. */
export function partOf(disposition: string, content: string | Buffer, type?: string): Buffer {
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n${typeLine}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(content), Buffer.from('\r\n')]);
}
