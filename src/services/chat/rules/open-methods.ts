/** The methods that take no token. `unknown_method` is the operation that answers methods that do not exist. */
export const OPEN_METHODS: ReadonlySet<string> = new Set([
  'api.test',
  'oauth.access',
  'oauth.v2.access',
  'oauth.v2.exchange',
  'openid.connect.token',
  'tooling.tokens.rotate',
  'unknown_method',
])
