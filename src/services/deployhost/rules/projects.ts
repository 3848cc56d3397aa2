import { viewOfIndex } from '#core/list-view.ts'
import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import { badRequest } from '#deployhost/errors.ts'
import type { EnvVariable, GitLink, Project, Team, User } from '#deployhost/schema.ts'
import type { Account } from './access.ts'
import { expirationIn } from './expiration.ts'
import { nextKeyOf, nextSortKey, type Sortable, type SortedList } from './sort-keys.ts'

type CreationContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/** The Node.js version of new projects. https://vercel.com/docs/functions/runtimes/node-js/node-js-versions */
const NODE_VERSION = '24.x'

/** The rule for names: https://vercel.com/docs/projects/overview#project-name */
const NAME_RULE =
  'Project names can be up to 100 characters long and must be lowercase. They can include letters, digits, and the ' +
  "following characters: '.', '_', '-'. However, they cannot contain the sequence '---'."

/**
 * Returns a project name in lower case.
 *
 * @throws 400 for an invalid one.
 */
export function checkProjectName(text: string): string {
  const name = text.toLowerCase()
  if (!/^[a-z0-9._-]{1,100}$/.test(name) || name.includes('---')) throw badRequest(NAME_RULE)
  return name
}

/** Returns the settings that a body sets. */
export function settingsOf(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** The fields of a new project. */
export interface NewProject {
  readonly name: string
  readonly framework: string | null
  readonly git: { readonly type: string; readonly repo: string } | null
  readonly settings: Readonly<Record<string, unknown>>
}

/**
 * Adds a project to an account.
 *
 * @throws UniqueViolation for a taken name.
 */
export function createProject(
  { rows, clock, ids }: CreationContext,
  account: { readonly id: string; readonly team: Team | null },
  creator: User,
  { name, framework, git, settings }: NewProject,
): Project {
  const now = Math.floor(clock.now())
  return rows.projects.insert({
    id: `prj_${ids.base62(28)}`,
    sortKey: nextSortKey(rows.projects, now),
    name,
    accountId: account.id,
    teamId: account.team?.id ?? null,
    creatorId: creator.id,
    link: git === null ? null : gitLink(git, now),
    framework,
    nodeVersion: NODE_VERSION,
    paused: false,
    protectionBypass: {},
    settings: { ...expirationOfTeam(account.team), ...settings },
    createdAt: now,
    updatedAt: now,
    changeKey: nextChangeKey(rows, now),
  })
}

/** Returns the setting of how long deployments are kept that new projects take from their team. */
function expirationOfTeam(team: Team | null) {
  const deploymentExpiration = team === null ? null : expirationIn(team.settings, 'defaultExpirationSettings')
  return deploymentExpiration === null ? {} : { deploymentExpiration }
}

/** Changes a project, which becomes the most recently changed one. */
export function changeProject(
  { rows, clock }: Pick<DeployhostContext, 'rows' | 'clock'>,
  { id }: Pick<Project, 'id'>,
  changes: Partial<Omit<Project, 'id' | 'updatedAt' | 'changeKey'>>,
): Project {
  const now = Math.floor(clock.now())
  return rows.projects.update(id, { ...changes, updatedAt: now, changeKey: nextChangeKey(rows, now) })
}

/** A project at its place among those that were changed before and after it. */
export interface ChangedProject extends Sortable {
  readonly project: Project
}

/** Returns the projects of an account in the order of their last changes, the latest one last. */
export function projectsByChange(rows: Rows, account: Pick<Account, 'id'>): SortedList<ChangedProject> {
  const view = viewOfIndex(rows.projects, 'byAccountAndChange', [account.id])
  return { ...view, slice: (offset, limit) => view.slice(offset, limit).map(atChange) }
}

/** Returns a project at its place. */
export function atChange(project: Project): ChangedProject {
  return { sortKey: project.changeKey, project }
}

function nextChangeKey(rows: Rows, now: number): number {
  const view = viewOfIndex(rows.projects, 'byChange', [])
  return nextKeyOf({ ...view, slice: (offset, limit) => view.slice(offset, limit).map(atChange) }, now)
}

/** The fields of a new environment variable. */
export type NewVariable = Pick<EnvVariable, 'key' | 'value' | 'type' | 'target'> &
  Partial<Pick<EnvVariable, 'gitBranch' | 'customEnvironmentIds' | 'comment'>>

/** Adds an environment variable. The caller has checked that it does not overlap with another one. */
export function createVariable(
  { rows, clock, ids }: CreationContext,
  project: Project,
  creator: User | null,
  fields: NewVariable,
): EnvVariable {
  const now = Math.floor(clock.now())
  return rows.envVariables.insert({
    id: ids.base62(16),
    sortKey: nextSortKey(rows.envVariables, now),
    projectId: project.id,
    gitBranch: null,
    customEnvironmentIds: [],
    comment: null,
    ...fields,
    createdBy: creator?.id ?? null,
    updatedBy: null,
    createdAt: now,
    updatedAt: now,
  })
}

/** Returns the link to a Git repository, whose production branch is `main` until another is set. */
export function gitLink({ type, repo }: { type: string; repo: string }, now: number): GitLink {
  return { type, repo, productionBranch: 'main', createdAt: now }
}
