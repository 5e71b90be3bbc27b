import { GatewayUnderTest } from '../../testing/gateway-under-test';

describe('the metadata of the authorization server', () => {
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ PUBLIC_BASE_URL: 'https://api.example.com/chat/' });
  });

  afterAll(() => gateway.stop());

  it.each(['/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server/chat'])(
    'stands at %s and names what exists',
    async (path) => {
      const answer = await fetch(gateway.url + path);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        issuer: 'https://api.example.com/chat',
        authorization_endpoint: 'https://api.example.com/chat/oauth/authorize',
        token_endpoint: 'https://api.example.com/chat/oauth/token',
        revocation_endpoint: 'https://api.example.com/chat/oauth/revoke',
        code_challenge_methods_supported: ['S256'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        authorization_response_iss_parameter_supported: true,
      });
    },
  );

  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/chat'])(
    'is named by the API at %s',
    async (path) => {
      expect(await (await fetch(gateway.url + path)).json()).toMatchObject({
        resource: 'https://api.example.com/chat',
        authorization_servers: ['https://api.example.com/chat'],
        bearer_methods_supported: ['header'],
      });
    },
  );
});
