/**
 * The scopes of classic tokens, each with the scopes that it includes. The vendor has no `repo:read`: a seed gives it
 * to a token that reads private repositories and changes nothing.
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
 */
const INCLUDES: Readonly<Record<string, readonly string[]>> = {
  repo: ['repo:status', 'repo_deployment', 'public_repo', 'repo:invite', 'security_events', 'repo:read'],
  workflow: [],
  'write:packages': ['read:packages'],
  'read:packages': [],
  'delete:packages': [],
  'admin:org': ['write:org', 'read:org', 'manage_runners:org'],
  'write:org': ['read:org'],
  'read:org': [],
  'admin:public_key': ['write:public_key'],
  'write:public_key': ['read:public_key'],
  'admin:repo_hook': ['write:repo_hook', 'read:repo_hook'],
  'write:repo_hook': ['read:repo_hook'],
  'read:repo_hook': [],
  'admin:org_hook': [],
  gist: [],
  notifications: [],
  user: ['read:user', 'user:email', 'user:follow'],
  delete_repo: [],
  project: ['read:project'],
  'admin:gpg_key': ['write:gpg_key'],
  'write:gpg_key': ['read:gpg_key'],
  'admin:ssh_signing_key': ['write:ssh_signing_key'],
  'write:ssh_signing_key': ['read:ssh_signing_key'],
}

/** Every scope that no other scope includes: the scopes of a token with all scopes. */
export const ALL_SCOPES: readonly string[] = Object.keys(INCLUDES).filter(
  (scope) => !Object.values(INCLUDES).some((included) => included.includes(scope)),
)

/**
 * Returns whether the granted scopes cover one of those that an operation accepts. An empty list accepts every token.
 */
export function covers(granted: readonly string[], accepted: readonly string[]): boolean {
  return accepted.length === 0 || accepted.some((scope) => granted.some((each) => grants(each, scope)))
}

function grants(granted: string, scope: string): boolean {
  return granted === scope || (INCLUDES[granted] ?? []).some((included) => grants(included, scope))
}

// The scopes that operations accept are literals of the code, so that there are few lists of them.
const listed = new Map<string, string>()

/** Returns the list of `X-Accepted-OAuth-Scopes`: the accepted scopes and those that include one, by their names. */
export function acceptedScopes(accepted: readonly string[]): string {
  const key = accepted.join()
  const known = listed.get(key)
  if (known !== undefined) return known
  const including = Object.keys(INCLUDES).filter((scope) => covers([scope], accepted))
  const list = accepted.length === 0 ? '' : [...new Set([...accepted, ...including])].toSorted().join(', ')
  listed.set(key, list)
  return list
}

/** Returns the scopes in their order without those that another of them includes, which is the vendor's normal form. */
export function normalise(scopes: readonly string[]): string[] {
  const known = [...new Set(scopes)]
  return known.filter((scope) => !known.some((other) => other !== scope && grants(other, scope)))
}
