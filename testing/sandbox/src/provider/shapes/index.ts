import { accountShapes } from './account-shapes';
import { answerShapes } from './answer-shapes';
import { appShapes } from './app-shapes';
import { messageShapes } from './message-shapes';
import { noticeShapes } from './notice-shapes';
import type { Shape } from './shape';
import { statusShapes } from './status-shapes';

export { answerShapes };
export { exampleFacts, LENA, MARA, type Facts, type Shape } from './shape';

/** The callbacks of the provider. */
export const callbackShapes: readonly Shape[] = [
  ...messageShapes,
  ...noticeShapes,
  ...statusShapes,
  ...accountShapes,
  ...appShapes,
];

/** @throws Error if there is none of that name. */
export function shapeNamed(name: string): Shape {
  const shape = callbackShapes.find((one) => one.name === name);
  if (!shape) throw new Error(`There is no shape "${name}".`);
  return shape;
}
