import type { SeedPath } from '#core/seed/seed-path.ts'
import { SeedProblem } from '#core/service.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import {
  addSetting,
  findSetting,
  nameProblem,
  select,
  valueProblem,
  type NewSetting,
} from '#codehost/rules/settings/actions-settings.ts'
import { environmentNamed, putEnvironment } from '#codehost/rules/deployments/environments.ts'
import type { SettingTarget } from '#codehost/rules/settings/targets.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { EnvironmentReviewer } from '#codehost/schema/deployments.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { ActionsSetting, SettingKind, SettingList } from '#codehost/schema/settings.ts'
import type { Section } from '#codehost/seed.ts'

type SeededEnvironment = Section['repos'][number]['environments'][number]

type Shared = Section['orgs'][number][SettingList][string]

const KINDS: readonly SettingList[] = ['secrets', 'variables']

/**
 * Seeds the secrets and variables of repositories and organizations. The targets must exist already.
 *
 * @throws {@link SeedProblem}.
 */
export function seedSettings(context: CodehostContext, section: Section): void {
  const { rows } = context
  for (const [index, seeded] of section.repos.entries()) {
    const owner = rows.accounts.find('login', seeded.owner.toLowerCase())
    const repo = rows.repos.find('name', owner?.id ?? 0, seeded.name.toLowerCase())
    if (repo === undefined) continue
    seedValues(context, { repo, org: null }, seeded, ['repos', index])
    for (const [place, environment] of seeded.environments.entries()) {
      seedEnvironment(context, repo, environment, ['repos', index, 'environments', place])
    }
  }
  for (const [index, seeded] of section.orgs.entries()) {
    const org = rows.accounts.find('login', seeded.login.toLowerCase())
    if (org === undefined) continue
    for (const kind of KINDS) {
      for (const [name, shared] of Object.entries(seeded[kind])) {
        seedShared(context, org, kind, name, shared, ['orgs', index, kind, name])
      }
    }
  }
}

function seedValues(
  context: CodehostContext,
  target: SettingTarget,
  seeded: Readonly<Record<SettingList, Readonly<Record<string, string>>>>,
  path: SeedPath,
): void {
  for (const kind of KINDS) {
    for (const [name, value] of Object.entries(seeded[kind])) {
      add(context, { kind, target, name, value, visibility: null }, [...path, kind, name])
    }
  }
}

function seedEnvironment(context: CodehostContext, repo: Repo, seeded: SeededEnvironment, path: SeedPath): void {
  const { rows } = context
  const { name, wait_timer: waitTimer, prevent_self_review: preventSelfReview, branches } = seeded
  if (environmentNamed(rows, repo, name) !== undefined) {
    throw new SeedProblem([...path, 'name'], 'another environment of the repository has this name')
  }
  const reviewers = seeded.reviewers.map((each, place) => reviewerNamed(rows, each, [...path, 'reviewers', place]))
  const refPolicy = branches === undefined ? null : branches === 'protected' ? 'protected' : 'custom'
  const environment = putEnvironment(context, repo, name, { waitTimer, preventSelfReview, reviewers, refPolicy })
  for (const pattern of Array.isArray(branches) ? branches : []) {
    rows.branchPolicies.insert({ environmentId: environment.id, name: pattern, type: 'branch' })
  }
  seedValues(context, { repo, org: null, environment }, seeded, path)
}

function reviewerNamed(rows: Rows, name: string, path: SeedPath): EnvironmentReviewer {
  const [login = '', slug] = name.toLowerCase().split('/')
  const account = rows.accounts.find('login', login)
  const team = slug === undefined ? undefined : rows.teams.find('slug', account?.id ?? 0, slug)
  if (team !== undefined) return { type: 'Team', id: team.id }
  if (slug === undefined && account?.type === 'User') return { type: 'User', id: account.id }
  const logins = rows.accounts.list('byType', 'User').map((each) => each.login)
  throw new SeedProblem(path, `no user or team is named ${JSON.stringify(name)}`, logins)
}

function seedShared(
  context: CodehostContext,
  org: Account,
  kind: SettingKind,
  name: string,
  seeded: Shared,
  path: SeedPath,
): void {
  const { value, repositories, visibility } = typeof seeded === 'string' ? { value: seeded } : seeded
  const shown = visibility ?? (repositories === undefined ? 'all' : 'selected')
  if (repositories !== undefined && shown !== 'selected') {
    throw new SeedProblem([...path, 'repositories'], `only visibility selected has repositories, not ${shown}`)
  }
  const target = { repo: null, org }
  const setting = add(context, { kind, target, name, value, visibility: shown }, path)
  const repos = (repositories ?? []).map((each, place) =>
    repoNamed(context.rows, org, each, [...path, 'repositories', place]),
  )
  select(context.rows, setting, repos)
}

function add(context: CodehostContext, setting: NewSetting, path: SeedPath): ActionsSetting {
  const { kind, target, name, value } = setting
  const problem = nameProblem(kind, name) ?? valueProblem(kind, value)
  if (problem !== null) throw new SeedProblem(path, problem)
  if (findSetting(context.rows, kind, target, name) !== undefined) {
    throw new SeedProblem(path, `another of the ${kind} has this name: they are in upper case`)
  }
  return addSetting(context, setting)
}

function repoNamed(rows: Rows, org: Account, name: string, path: SeedPath): Repo {
  const repo = rows.repos.find('name', org.id, name.toLowerCase())
  if (repo !== undefined) return repo
  const names = rows.repos.referring('ownerId', org.id).map((each) => each.name)
  throw new SeedProblem(path, `${org.login} has no repository ${JSON.stringify(name)}`, names)
}
