/** An object without members: an answer or event data where only the occurrence matters. */
export class Empty {}
