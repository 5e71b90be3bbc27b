/** The files that the demo sends: a sun, and a second of silence in Opus. */

export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAAtklEQVR4AcXBW20EUQxEwZPWBROzMQTDCBxDMIwwMJxE87/z' +
    '3JVc9fX98/vHIDFMDBPDxDAxbPFAe/CKVXLX4ob24Eh7sLFKrlpc0B7c0R5srJIz4kR78FR7cEYMEwfag3e1B0fEMLGjPfiU' +
    '9mCPGCaGiWFimBgmdlgln2KV7BHDxAGr5F1WyRExTJywSp6ySs4sLrBKNu3BFVbJVYsbrJJNe/CKVXLX4gGr5FPEMDFMDBPD' +
    'xLB/bgkrLIAgV3kAAAAASUVORK5CYII=',
  'base64',
);

export const voiceNote = Buffer.from(
  'T2dnUwACAAAAAAAAAABadQ0KAAAAADU79WMBE09wdXNIZWFkAQE4AYC7AAAAAABPZ2dTAAAAAAAAAAAAAFp1DQoBAAAAXcwp' +
    'cwEiT3B1c1RhZ3MSAAAATWVkaWFidW5ueSB2MS42MS4wAAAAAE9nZ1MABIC7AAAAAAAAWnUNCgIAAADes29uMgMDAwMDAwMD' +
    'AwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMD+P/++P/++P/++P/++P/++P/++P/++P/++P/++P/+' +
    '+P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/+' +
    '+P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/++P/+',
  'base64',
);
