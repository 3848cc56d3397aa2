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
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { ActionsSetting, SettingKind } from '#codehost/schema/settings.ts'
import type { Section } from '#codehost/seed.ts'

type Shared = Section['orgs'][number][SettingKind][string]

const KINDS: readonly SettingKind[] = ['secrets', 'variables']

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
    const target = { repo, org: null }
    for (const kind of KINDS) {
      for (const [name, value] of Object.entries(seeded[kind])) {
        add(context, { kind, target, name, value, visibility: null }, ['repos', index, kind, name])
      }
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
