import { requireAuthenticated } from '#oauth/clients/clients.ts'
import { requireParameter } from '#oauth/failure.ts'
import type { GrantTypeOf } from '#oauth/profile.ts'
import { recordGrant, issue } from '#oauth/tokens/issue.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { StsFailure } from '#oidc-c/errors/sts.ts'
import { CONSUMERS } from '#oidc-c/schema/identifiers.ts'
import type { User } from '#oidc-c/schema.ts'
import { canSignIn, personOf, userByName } from './accounts.ts'
import { wordsOf } from './scopes.ts'
import { recordTenant } from './tenants.ts'

/**
 * Exchanges the name and the password of a person for tokens, which the vendor recommends for tests only.
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth-ropc
 */
export const passwordGrant: GrantTypeOf<SignInContext> = (server, identified, parameters) => {
  const { profile, context } = server
  const { client } = identified
  checkAuthority(context)
  requireAuthenticated(identified)
  const person = personOf(authenticate(context, parameters))
  const request = { client, requested: wordsOf(parameters['scope'] ?? ''), parameters }
  profile.checkScopes(context, request)
  const { grant, scopes } = recordGrant(server, person, request)
  const granted = {
    client,
    grant,
    scopes,
    parameters: {},
    by: 'password',
    request: parameters,
    // Later tokens name the tenant of this request, as those of a code do.
    origin: recordTenant(context, context.ids.uuid()),
    authTime: context.clock.now(),
  } as const
  return profile.tokenMembers(issue(server, granted, { withoutSecret: client.public === true }), context)
}

/** The grant is for accounts of organizations. */
function checkAuthority({ authority }: SignInContext): void {
  if (authority.name !== 'common' && authority.tenant?.id !== CONSUMERS) return
  const sentence =
    "The grant type isn't supported over the /common or /consumers endpoints. Please use the /organizations or tenant-specific endpoint."
  const words = { error: 'invalid_request', number: 9001023, sentence }
  throw new StsFailure('invalid_request', words, 'expected /organizations or a tenant in the path')
}

/**
 * Returns the account whose name and password a request has. Every password is right for an account without one.
 *
 * @throws StsFailure
 */
function authenticate(context: SignInContext, parameters: Readonly<Record<string, string>>): User {
  const username = requireParameter(parameters, 'username')
  const password = requireParameter(parameters, 'password')
  const user = userByName(context.rows, username)
  if (user !== undefined && !user.accountEnabled) {
    throw refused(50057, 'The user account is disabled.', `account_enabled of ${username} is false`)
  }
  if (user === undefined || !canSignIn(context, user)) {
    const directory = context.authority.name
    const sentence = `The user account ${username} does not exist in the ${directory} directory. To sign into this application, the account must be added to the directory.`
    throw refused(50034, sentence, `${username} is not among oidc-c.users of the seed`)
  }
  if (user.password === null || user.password === password) return user
  const sentence = 'Error validating credentials due to invalid username or password.'
  throw refused(50126, sentence, `password is not the one of ${username}`)
}

function refused(number: number, sentence: string, message: string): StsFailure {
  return new StsFailure('invalid_grant', { error: 'invalid_grant', number, sentence }, message)
}
