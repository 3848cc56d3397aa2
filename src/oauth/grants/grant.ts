import type { IdentifiedClient } from '../clients.ts'
import type { Issued, OAuthContext, Profile } from '../profile.ts'

/**
 * One way to get tokens: what it asks of the client and of the parameters, in order.
 *
 * @throws OAuthFailure
 */
export type GrantType = <X extends OAuthContext>(
  profile: Profile<X>,
  context: X,
  identified: IdentifiedClient,
  parameters: Readonly<Record<string, string>>,
) => Issued
