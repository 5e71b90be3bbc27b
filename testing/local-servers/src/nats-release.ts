/** The release of nats-server that we pin, with the SHA-256 of its archives from the checksum list of that release. */
export const RELEASE: { readonly version: string; readonly checksums: Readonly<Record<string, string>> } = {
  version: 'v2.14.6',
  checksums: {
    'linux-amd64': '61c3d55f69f61ec616b75782250936445f2819e9e5f2ae6159b10a31abd2200c',
    'linux-arm64': '3ff6e463762db64186a36cf0276dae8320509e995151ad0153ba9c9f67eee3f9',
    'darwin-amd64': '239d4f3314334cc86cb12d7c252cf9b3461364451cc8ec5a39fb4915acd717c1',
    'darwin-arm64': '291b9aa8c342b3cdcc53d872585bd467de4b5c9acf375066d882eb5412a09d55',
  },
};
