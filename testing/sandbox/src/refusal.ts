/** A refused request, with a sentence that says why. */
export class Refusal extends Error {
  constructor(
    readonly status: 403 | 404 | 409 | 422,
    sentence: string,
  ) {
    super(sentence);
  }
}
