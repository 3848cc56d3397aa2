import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { branchTip, objectsOf } from '../git/objects.ts'
import { isInTeam, permissionIncludes, permissionOf } from '../repos/permissions.ts'
import { teamPermission } from '../teams/teams.ts'
import { changesUpTo } from './changes.ts'
import { ownersRules, ruleFor, type OwnersRule } from './code-owners-file.ts'

/** The owners of some of the files that a pull request changes. An approval of any of them suffices for these files. */
export interface CodeOwners {
  readonly users: readonly Account[]
  readonly teams: readonly Team[]
}

/**
 * Returns the code owners of a pull request's files by the CODEOWNERS file of its base branch: one entry for each rule
 * that applies. Owners without push permission do not count, and neither do secret teams.
 */
export function codeOwnersOf(rows: Rows, repo: Repo, pull: Pull): CodeOwners[] {
  const tip = branchTip(rows, repo, pull.baseRef)
  const rules = tip === null ? [] : ownersRules(objectsOf(rows, repo), tip)
  if (rules.length === 0) return []
  const applied = new Set<OwnersRule>()
  for (const { filename, previousFilename } of changesUpTo(rows, pull, pull.headSha).files) {
    for (const path of [filename, previousFilename]) {
      const rule = path === undefined ? undefined : ruleFor(rules, path)
      if (rule !== undefined) applied.add(rule)
    }
  }
  return [...applied]
    .map(({ owners }) => findOwners(rows, repo, owners))
    .filter(({ users, teams }) => users.length + teams.length > 0)
}

/** Returns whether a user is one of the owners, in person or as a member of a team. */
export function isCodeOwner(rows: Rows, { users, teams }: CodeOwners, user: Account): boolean {
  return users.some(({ id }) => id === user.id) || teams.some((team) => isInTeam(rows, team, user))
}

/** Returns the owners that names stand for: those with push permission, in no secret team. */
export function findOwners(rows: Rows, repo: Repo, names: readonly string[]): CodeOwners {
  const users = new Set<Account>()
  const teams = new Set<Team>()
  for (const name of names) {
    const [, org, slug] = /^@([^/]+)\/(.+)$/.exec(name) ?? []
    const team = org === undefined ? undefined : findTeam(rows, repo, org, slug ?? '')
    if (team !== undefined) teams.add(team)
    const user = org === undefined ? findUser(rows, name) : undefined
    if (user !== undefined && permissionIncludes(permissionOf(rows, repo, user), 'push')) users.add(user)
  }
  return { users: [...users], teams: [...teams] }
}

function findUser(rows: Rows, name: string): Account | undefined {
  const account = name.startsWith('@')
    ? rows.accounts.find('login', name.slice(1).toLowerCase())
    : rows.accounts.get(rows.emails.find('email', name.toLowerCase())?.userId ?? null)
  return account?.type === 'User' ? account : undefined
}

function findTeam(rows: Rows, repo: Repo, org: string, slug: string): Team | undefined {
  if (rows.accounts.require(repo.ownerId).login.toLowerCase() !== org.toLowerCase()) return undefined
  const team = rows.teams.find('slug', repo.ownerId, slug.toLowerCase())
  if (team === undefined || team.privacy === 'secret') return undefined
  return permissionIncludes(teamPermission(rows, team, repo), 'push') ? team : undefined
}
