import type { AppPermissions } from '#codehost/schema/apps.ts'
import { ACTIONS } from './needed/actions.ts'
import { APPS, INSTALLATIONS } from './needed/apps.ts'
import { CONVERSATIONS } from './needed/conversations.ts'
import { OPEN } from './needed/open.ts'
import { ORGANIZATIONS } from './needed/organizations.ts'
import { REPOSITORIES } from './needed/repositories.ts'
import { USERS } from './needed/users.ts'

/** The kind of GitHub App credentials and the permissions that an operation needs. */
export interface NeededAccess {
  /**
   * `app`: the app's JWT. `installation`: an installation token. `user`: the token of a user who signed in with the
   * app. `anyone`: an installation token or such a user's token.
   */
  readonly by: 'app' | 'installation' | 'user' | 'anyone'
  /**
   * Alternative sets of permissions, in the vendor's notation of `x-accepted-github-permissions`: `issues=write;
   * pull_requests=write`. Empty when no permission is needed.
   */
  readonly permissions: string
}

const NEEDED: ReadonlyMap<string, NeededAccess> = new Map(
  (
    [
      ['anyone', [...OPEN, ...REPOSITORIES, ...CONVERSATIONS, ...ACTIONS, ...ORGANIZATIONS]],
      ['user', USERS],
      ['installation', INSTALLATIONS],
      ['app', APPS],
    ] as const
  ).flatMap(([by, table]) =>
    table.flatMap(([permissions, ...lines]) =>
      lines.flatMap((line) => line.split(' ').map((operation) => [operation, { by, permissions }] as const)),
    ),
  ),
)

/** Returns the access that an operation needs of a GitHub App; undefined for operations that no app may call. */
export function neededFor(operation: string | null): NeededAccess | undefined {
  return operation === null ? undefined : NEEDED.get(operation)
}

/** Returns whether a JWT can authenticate this operation. */
export function canUseJwt(operation: string | null): boolean {
  return neededFor(operation)?.by === 'app' || operation === 'apps/get-by-slug'
}

const LEVELS: readonly string[] = ['read', 'write', 'admin']

/**
 * Returns the permissions of an installation whose app requests these permissions: `metadata=read` comes with every
 * other permission.
 */
export function grantedBy(permissions: AppPermissions): AppPermissions {
  return { metadata: 'read', ...permissions }
}

/** Returns whether an access level includes another: `write` includes `read`, and `admin` includes both. */
export function levelIncludes(held: string | undefined, needed: string): boolean {
  return held !== undefined && LEVELS.indexOf(held) >= LEVELS.indexOf(needed)
}

/** Returns whether the permissions include at least one whole set of {@link NeededAccess}. */
export function isSufficient(held: AppPermissions, needed: string): boolean {
  if (needed === '') return true
  return needed.split('; ').some((set) =>
    set.split(',').every((each) => {
      const [name = '', access = ''] = each.split('=')
      return levelIncludes(held[name] ?? held[ALIASES[name] ?? ''], access)
    }),
  )
}

/** Permissions whose name in the API description differs from the name in an installation. */
const ALIASES: Readonly<Record<string, string>> = { emails: 'email_addresses', actions_variables: 'variables' }

/** Permissions that are not needed to read public repositories. */
const PUBLIC = /^(?:actions|checks|contents|deployments|issues|metadata|pull_requests|statuses)=read/

/**
 * Exceptions to {@link PUBLIC}: operations that need one of these permissions even for public repositories, and
 * operations that need another permission and still show public data.
 */
const NOT_PUBLIC = /^repos\/(?:list-collaborators|check-collaborator|get-collaborator-permission-level)$/
const PUBLIC_TOO =
  /^orgs\/(?:list-members|list-public-members|check-membership-for-user|check-public-membership-for-user)$/

/** Returns whether an operation may read public data of a repository or an organization without a permission. */
export function isPublicRead(operation: string, method: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const { permissions } = NEEDED.get(operation) ?? { permissions: null }
  if (permissions === null || NOT_PUBLIC.test(operation)) return false
  return permissions === '' || PUBLIC.test(permissions) || PUBLIC_TOO.test(operation)
}
