/** A journey starts a dozen processes, on a machine that may be busy with others. */
jest.setTimeout(120_000);
