import type { Authorization, Person, ScopeRequest } from '#oauth/authorization.ts'
import type { Members, Parameters } from '#oauth/context.ts'
import type { Server } from '#oauth/profile.ts'
import { issue, recordGrant } from '#oauth/tokens/issue.ts'
import type { SignInContext } from '#oidc-d/call.ts'

/**
 * Issues the tokens of a person who has signed in at the token endpoint, and returns the members of the answer.
 *
 * @param asked The client and the scopes; its parameters are kept with the tokens, also after a refresh.
 * @param request The parameters of the token request.
 */
export function issueToPerson(
  server: Server<SignInContext>,
  person: Person,
  asked: ScopeRequest,
  request: Parameters,
  by: Authorization['by'],
): Members {
  const { profile, context } = server
  const { client, parameters } = asked
  const granted = {
    client,
    ...recordGrant(server, person, asked),
    parameters,
    by,
    request,
    origin: null,
    authTime: context.clock.now(),
  }
  return profile.tokenMembers(issue(server, granted, { withoutSecret: client.public === true }), context)
}
