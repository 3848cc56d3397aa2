import { Failure } from '#core/errors.ts'
import { SeedProblem } from '#core/service.ts'
import type { OidcContext } from '#oidc-d/call.ts'
import { findUser } from '#oidc-d/rules/users/users.ts'
import type { Group, User } from '#oidc-d/schema.ts'

/** The path of a value in the section of a seed. */
export type Path = readonly (string | number)[]

/**
 * Returns the user with this login.
 *
 * @throws {@link SeedProblem} when there is none.
 */
export function userNamed({ rows }: OidcContext, login: string, path: Path): User {
  const user = findUser(rows, login)
  if (user !== undefined) return user
  const candidates = rows.users.all().map(({ profile }) => profile.login)
  throw new SeedProblem(path, `no user has the login ${JSON.stringify(login)}`, candidates)
}

/**
 * Returns the group with this name.
 *
 * @throws {@link SeedProblem} when there is none.
 */
export function groupNamed({ rows }: OidcContext, name: string, path: Path): Group {
  const [group] = rows.groups.list('byName', name.toLowerCase())
  if (group !== undefined) return group
  const candidates = rows.groups.all().map(({ profile }) => profile.name)
  throw new SeedProblem(path, `no group is named ${JSON.stringify(name)}`, candidates)
}

/** Runs `work` and reports a refusal of the API as a {@link SeedProblem}. */
export function inSeed<T>(path: Path, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const causes = error.details['causes']
    throw new SeedProblem(path, Array.isArray(causes) && causes.length > 0 ? causes.join('; ') : error.message)
  }
}
