import { answerShapes, exampleFacts } from '@chat/sandbox/shapes';
import { readAnswer } from './answer.rules';
import { toRefusal } from './refusal.rules';
import { toTokenState } from './token-state.rules';

const DAY_SECONDS = 24 * 60 * 60;
const { appId, wabaId, now } = exampleFacts;
const { tokenOfSignUp, managementLimit } = answerShapes;

describe("the provider's answers", () => {
  it('name the account and the end of a token, whatever permission it has on the account', () => {
    const { data } = tokenOfSignUp.body(exampleFacts) as { data: object };
    expect(toTokenState(data, new Date(now * 1000))).toMatchObject({
      appId,
      isValid: true,
      expiresAt: new Date((now + 60 * DAY_SECONDS) * 1000),
      wabaIds: [wabaId],
    });
  });

  it('are a limit, which ends, when an account was called too often', () => {
    const answer = readAnswer(400, JSON.stringify(managementLimit.body(exampleFacts)));
    if (answer.kind !== 'refusal') throw new Error(`The answer is a ${answer.kind}.`);
    expect(toRefusal(answer.error).toBody()).toMatchObject({
      code: 'provider_error',
      retryable: true,
      reason: 'provider_rate_limited',
    });
  });
});
