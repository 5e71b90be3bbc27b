/** The path of the samples of templates, as of a content delivery network: whoever knows a handle may read its file. */
export const SAMPLE_PATH = '/template-samples';

export function sampleLink(origin: string, handle: string): string {
  return `${origin}${SAMPLE_PATH}?${new URLSearchParams({ handle }).toString()}`;
}
