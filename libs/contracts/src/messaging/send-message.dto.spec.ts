import { parse } from '..';
import { SendMessage } from './send-message.dto';

const errorsOf = (body: object): unknown => {
  try {
    parse(SendMessage, body, 'refused');
  } catch (error) {
    return (error as { details: { errors: unknown } }).details.errors;
  }
  return null;
};

describe('a message to send', () => {
  it('keeps white space around its texts but not around its names', () => {
    const texts = { message: ' Hi ', name: ' Laden ', address: ' Weg 1 ', filename: ' a.pdf ' };
    expect(parse(SendMessage, texts, 'refused')).toEqual({
      message: ' Hi ',
      name: 'Laden',
      address: ' Weg 1 ',
      filename: 'a.pdf',
    });
  });

  it('rejects a URL that is too long and states the limit', () => {
    const url = `https://shop.example.com/${'a'.repeat(2_024)}`;
    expect(errorsOf({ image_url: url })).toEqual({
      image_url: ['image_url must be text of 1 to 2048 characters.'],
    });
    expect(errorsOf({ image_url: url.slice(0, -1) })).toBeNull();
  });
});
