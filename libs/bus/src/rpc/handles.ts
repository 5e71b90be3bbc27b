import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import type { InputOf, Operation, OutputOf, RequestContext } from '@chat/contracts';
import type { RawJson, Reply } from './reply';

type Answer<T extends object> = T | Reply<T> | RawJson;
type Handler<Op> = (input: InputOf<Op>, context: RequestContext) => Promise<Answer<OutputOf<Op> & object>>;

/**
 * Makes a controller's method the only handler of an operation. It receives the validated input and the context, and
 * the compiler checks its answer against the contract.
 */
export function Handles<Op extends Operation>(
  operation: Op,
): <T extends Handler<Op>>(target: object, key: string | symbol, method: TypedPropertyDescriptor<T>) => void {
  return (target, key, method) => {
    Payload()(target, key, 0);
    Ctx()(target, key, 1);
    MessagePattern(operation.subject, { operation })(target, key, method);
  };
}
