export { opusPackets, packetsOf, soundFile } from '../files/testing/sounds';
export { bytesOf, realFiles, type RealFile } from './real-files';
