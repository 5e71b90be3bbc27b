/** The part of the package's API that we use; it ships no types. */
declare module 'openapi-to-postmanv2' {
  export function convertV2(
    input: { type: 'json'; data: object },
    options: { parametersResolution: 'Example' },
    done: (
      error: Error | null,
      result?: { result: boolean; reason?: string; output?: { data: object }[] },
    ) => void,
  ): void;
}
