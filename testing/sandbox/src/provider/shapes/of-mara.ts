import { aboutNumber, MARA, maraContact, referenceOf, type Facts, type Shape } from './shape';

/** The provider's page of a kind of message. */
export const pageOf = (kind: string) => referenceOf(`messages/${kind}`);

/** The members of a text. */
export const text = (body: string) => ({ type: 'text', text: { body } });

/** A message of Mara. */
export function ofMara(facts: Facts, message: object): object {
  const envelope = {
    from: MARA.phone,
    from_user_id: MARA.userId,
    id: facts.id,
    timestamp: String(facts.now),
  };
  return aboutNumber(facts, 'messages', {
    contacts: [maraContact],
    messages: [{ ...envelope, ...message }],
  });
}

export function fromMara(name: string, source: string, message: (facts: Facts) => object): Shape {
  return { name, source, body: (facts) => ofMara(facts, message(facts)) };
}
