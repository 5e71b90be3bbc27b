/** What a reader of a stream knows: the contacts whose creation it was told, in order, and how often it was to read again. */
export class Ledger {
  readonly contacts: number[] = [];
  resets = 0;
  hellos = 0;

  constructor(readonly reader: string) {}

  note({ type, data }: { type: string; data?: object }): void {
    if (type === 'hello') this.hellos += 1;
    if (type === 'reset') this.resets += 1;
    if (type === 'contact.created') this.contacts.push((data as { contact: { id: number } }).contact.id);
  }

  /** What is wrong with it: nothing if each contact was told once, in any order, and nothing had to be read again. */
  compareWith(contacts: readonly number[]): object {
    const missing = contacts.filter((id) => !this.contacts.includes(id));
    const repeated = this.contacts.filter((id, index) => this.contacts.indexOf(id) !== index);
    return { reader: this.reader, missing, repeated, resets: this.resets };
  }
}
