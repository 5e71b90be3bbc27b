/** The digest by which a message is known that retention deleted: an id of a message may hold a number. */
export const digestOf = (id: string) => `sha256(convert_to(${id}, 'UTF8'))`;

/** A condition: retention deleted the message that the row behind an alias would add again. */
export const isForgotten = (alias: string) => `EXISTS (
  SELECT FROM messaging.forgotten_messages AS forgotten
  WHERE forgotten.account_id = ${alias}.account_id AND forgotten.channel_id = ${alias}.channel_id
    AND forgotten.direction = ${alias}.direction AND forgotten.id_digest = ${digestOf(`${alias}.chat_message_id`)})`;
