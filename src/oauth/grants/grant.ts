import type { IdentifiedClient } from '../clients.ts'
import type { Members, OAuthContext, Parameters, Profile } from '../profile.ts'

/**
 * One way to get tokens of a vendor: what it asks of the client and of the parameters, in order; and the answer.
 *
 * @throws OAuthFailure
 */
export type GrantTypeOf<X extends OAuthContext> = (
  profile: Profile<X>,
  context: X,
  identified: IdentifiedClient,
  parameters: Parameters,
) => Members

/** One way to get tokens, for any vendor. */
export type GrantType = <X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  identified: IdentifiedClient,
  parameters: Parameters,
) => Members
