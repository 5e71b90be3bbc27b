import { placeOf } from './place.rules';

describe('a place', () => {
  it.each([
    ['52.52, 13.405'],
    [' 52.52 13.405 '],
    ['52.52;13.405'],
    ['geo:52.52,13.405?z=16'],
    ['https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=16/1/2'],
    ['https://www.openstreetmap.org/#map=17/52.52/13.405'],
    ['https://www.google.com/maps/place/Berlin/@52.52,13.405,15z'],
    ['https://www.google.com/maps/place/X/@50.1,12.2,15z/data=!3m1!4b1!3d52.52!4d13.405'],
    ['https://maps.google.com/?q=52.52,13.405'],
    ['https://maps.apple.com/?ll=52.52%2C13.405'],
  ])('is read from %s', (text) => {
    expect(placeOf(text)).toEqual({ latitude: 52.52, longitude: 13.405 });
  });

  it.each(['', 'Berlin', '91, 0', '0, 181', '52,52, 13,405', 'https://example.com/52.5'])(
    'is not read from %j',
    (text) => {
      expect(placeOf(text)).toBeNull();
    },
  );

  it('may be south and west', () => {
    expect(placeOf('-33.45, -70.66')).toEqual({ latitude: -33.45, longitude: -70.66 });
  });
});
