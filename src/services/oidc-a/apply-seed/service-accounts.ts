import { createPublicKey } from 'node:crypto'
import { SeedProblem } from '#core/service.ts'
import type { Rows } from '#oidc-a/call.ts'
import { projectOf } from '#oidc-a/rules/service-accounts.ts'
import { accountIdOf } from '#oidc-a/schema/identifiers.ts'
import type { Section } from '#oidc-a/seed.ts'

type SeedAccount = Section['service_accounts'][number]

/**
 * Creates a service account that the seed lists.
 *
 * @throws {@link SeedProblem} for an address or id that is there twice, and for a key that is no public key.
 */
export function seedServiceAccount(rows: Rows, account: SeedAccount, index: number): void {
  const { email, unique_id: id = accountIdOf(email), project_id: project, keys, delegated_scopes: scopes } = account
  const problem = (member: string, message: string): SeedProblem =>
    new SeedProblem(['service_accounts', index, member], message)
  if (rows.serviceAccounts.find('email', email.toLowerCase()) !== undefined) {
    throw problem('email', `${email} is there twice`)
  }
  if (rows.serviceAccounts.get(id) !== undefined) throw problem('unique_id', `${id} is there twice`)
  for (const [at, { public_key: pem }] of keys?.entries() ?? []) {
    const flaw = flawOf(pem)
    if (flaw !== null) throw new SeedProblem(['service_accounts', index, 'keys', at, 'public_key'], flaw)
  }
  rows.serviceAccounts.insert({
    id,
    email,
    projectId: project ?? projectOf(email),
    keys: keys?.map(({ private_key_id: key, public_key: pem }) => ({ id: key, pem })) ?? null,
    delegatedScopes: scopes,
    tokenCreators: account.token_creators?.map((each) => each.toLowerCase()) ?? null,
    position: index,
  })
}

/** Returns why a text cannot be the key of a service account; null when it can. */
function flawOf(pem: string): string | null {
  if (pem.includes('PRIVATE KEY')) {
    return 'is a private key, which has no place in a seed; expected its public half: openssl rsa -in key.pem -pubout'
  }
  try {
    const { asymmetricKeyType: type } = createPublicKey(pem)
    return type === 'rsa' ? null : `is a key of the type ${type}; expected an RSA key, for RS256`
  } catch {
    return 'is no public key in PEM; expected -----BEGIN PUBLIC KEY-----, or a certificate'
  }
}
