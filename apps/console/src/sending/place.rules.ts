export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
/** How coordinates stand in a text, and in the addresses of maps. */
const FORMS = [
  new RegExp(String.raw`^${NUMBER}\s*[,;\s]\s*${NUMBER}$`),
  new RegExp(String.raw`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(String.raw`#map=\d+/${NUMBER}/${NUMBER}`),
  new RegExp(String.raw`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(String.raw`@${NUMBER},${NUMBER}`),
  new RegExp(String.raw`[?&](?:q|ll|query|destination)=(?:loc:)?${NUMBER}(?:,|%2C)${NUMBER}`, 'i'),
  new RegExp(String.raw`^geo:${NUMBER},${NUMBER}`),
];

/** Reads coordinates, or the address of a map that shows a place; null if it is neither, or no place on Earth. */
export function placeOf(text: string): Place | null {
  for (const form of FORMS) {
    const match = form.exec(text.trim());
    if (!match) continue;
    const [latitude, longitude] = [Number(match[1]), Number(match[2])];
    if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  }
  return null;
}
