import { viewOfIndex, type ListView } from '#core/list-view.ts'
import type { Failure } from '#core/errors.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import { conflict, unprocessable } from '#codehost/errors.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { ActionsSetting, SettingKind, SettingList, Visibility } from '#codehost/schema/settings.ts'
import { settingColumns, type SettingTarget } from './targets.ts'

/** The largest value in bytes. https://docs.github.com/actions/reference/security/secrets#limits-for-secrets */
const LARGEST_VALUE = 48 * 1024

const LIMITS = {
  secrets: { repository: 100, organization: 1000, environment: 100 },
  variables: { repository: 500, organization: 1000, environment: 100 },
} as const

const WORDS = { secrets: 'Secret', variables: 'Variable' } as const

/** Returns the vendor's name of the list of these settings. */
export function listNameOf(kind: SettingKind): SettingList {
  return kind === 'variables' ? 'variables' : 'secrets'
}

const PATHS: Readonly<Record<SettingKind, string>> = {
  secrets: 'actions/secrets',
  variables: 'actions/variables',
  dependabot_secrets: 'dependabot/secrets',
  codespaces_secrets: 'codespaces/secrets',
}

/** Returns the part of the API's paths that all settings of a kind share. */
export function pathOf(kind: SettingKind): string {
  return PATHS[kind]
}

/** Returns the vendor's text about an invalid name; null for a valid one. */
export function nameProblem(kind: SettingKind, name: string): string | null {
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) {
    return (
      `${WORDS[listNameOf(kind)]} names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_). ` +
      'Spaces are not allowed. Must start with a letter ([a-z], [A-Z]) or underscores (_).'
    )
  }
  return /^github_/i.test(name) ? `${WORDS[listNameOf(kind)]} names must not start with GITHUB_.` : null
}

/** Returns the vendor's text about an invalid value; null for a valid one. */
export function valueProblem(kind: SettingKind, value: string): string | null {
  return Buffer.byteLength(value) > LARGEST_VALUE ? `${WORDS[listNameOf(kind)]}s are limited to 48 KB in size.` : null
}

/** Returns the setting with this name, ignoring case. */
export function findSetting(
  rows: Rows,
  kind: SettingKind,
  { repo, org, environment }: SettingTarget,
  name: string,
): ActionsSetting | undefined {
  const { actionsSettings } = rows
  if (environment !== undefined) return actionsSettings.find('ofEnvironment', kind, environment.id, name.toUpperCase())
  return repo === null
    ? actionsSettings.find('ofOrg', kind, org.id, name.toUpperCase())
    : actionsSettings.find('ofRepo', kind, repo.id, name.toUpperCase())
}

/** Returns the settings of a target, ordered by name. */
export function settingsOf(
  { actionsSettings }: Rows,
  kind: SettingKind,
  { repo, org, environment }: SettingTarget,
): ListView<ActionsSetting> {
  if (environment !== undefined) return viewOfIndex(actionsSettings, 'byEnvironment', [kind, environment.id])
  return repo === null
    ? viewOfIndex(actionsSettings, 'byOrg', [kind, org.id])
    : viewOfIndex(actionsSettings, 'byRepo', [kind, repo.id])
}

/** The input of a new setting. */
export interface NewSetting {
  readonly kind: SettingKind
  readonly target: SettingTarget
  readonly name: string
  readonly value: string
  /** Null for settings of repositories. */
  readonly visibility: Visibility | null
}

/**
 * Adds a setting.
 *
 * @throws 422 for an invalid name or value and when the target has the largest number of settings, 409 for an existing
 * name.
 */
export function addSetting(
  { rows, clock }: Pick<CodehostContext, 'rows' | 'clock'>,
  { kind, target, name, value, visibility }: NewSetting,
): ActionsSetting {
  refuseProblem(nameProblem(kind, name) ?? valueProblem(kind, value))
  if (findSetting(rows, kind, target, name) !== undefined) throw taken()
  refuseProblem(fullProblem(rows, kind, target))
  const now = clock.now()
  return rows.actionsSettings.insert({
    kind,
    ...settingColumns(target),
    name: name.toUpperCase(),
    value,
    visibility,
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Changes a setting. Absent fields stay.
 *
 * @throws 422 like {@link addSetting}, and 409 for the name of another setting.
 */
export function changeSetting(
  { rows, clock }: Pick<CodehostContext, 'rows' | 'clock'>,
  target: SettingTarget,
  before: ActionsSetting,
  { name = before.name, value = before.value, visibility = before.visibility }: Partial<NewSetting>,
): ActionsSetting {
  const { id, kind } = before
  refuseProblem(nameProblem(kind, name) ?? valueProblem(kind, value))
  const same = findSetting(rows, kind, target, name)
  if (same !== undefined && same.id !== id) throw taken()
  const changes = { name: name.toUpperCase(), value, visibility, updatedAt: clock.now() }
  return rows.actionsSettings.update(id, changes)
}

/** Returns the organization's settings that apply to a repository, ordered by name. */
export function settingsFor(rows: Rows, kind: SettingKind, repo: Repo): ActionsSetting[] {
  return rows.actionsSettings
    .list('byOrg', kind, repo.ownerId)
    .filter(
      ({ id, visibility }) =>
        visibility === 'all' ||
        (visibility === 'private' && repo.private) ||
        (visibility === 'selected' && rows.settingRepos.find('repo', id, repo.id) !== undefined),
    )
}

/** Replaces the selected repositories of a setting. */
export function select(rows: Rows, { id: settingId }: ActionsSetting, repos: readonly Repo[]): void {
  for (const { id } of rows.settingRepos.referring('settingId', settingId)) rows.settingRepos.delete(id)
  for (const repoId of new Set(repos.map(({ id }) => id))) rows.settingRepos.insert({ settingId, repoId })
}

function fullProblem(rows: Rows, kind: SettingKind, { repo, org, environment }: SettingTarget): string | null {
  const [place, count] =
    environment !== undefined
      ? (['environment', rows.actionsSettings.count('byEnvironment', kind, environment.id)] as const)
      : repo === null
        ? (['organization', rows.actionsSettings.count('byOrg', kind, org.id)] as const)
        : (['repository', rows.actionsSettings.count('byRepo', kind, repo.id)] as const)
  const most = LIMITS[listNameOf(kind)][place]
  return count < most ? null : `You can store up to ${most} ${place} ${listNameOf(kind)}.`
}

function taken(): Failure {
  return conflict('Already exists - Variable already exists')
}

function refuseProblem(problem: string | null): void {
  if (problem !== null) throw unprocessable(problem)
}
