import { SECOND } from '#core/duration.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { conflict, notFound, unprocessable } from '#codehost/errors.ts'
import type { Commit } from '#codehost/git/objects.ts'
import type { WorkflowPlan, WorkflowRun } from '#codehost/schema/actions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { CodeAlert } from '#codehost/schema/code-scanning.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { CodeFix, CodeqlDatabase, DefaultSetup, VariantAnalysis } from '#codehost/schema/security-settings.ts'
import { startRun } from '../actions/new-run.ts'
import { carryOut } from '../actions/run-transitions.ts'
import { commitOnBranch } from '../git/commit-on-branch.ts'
import { branchRef, branchTip } from '../git/objects.ts'
import { languagesOf } from '../repos/languages.ts'
import { repositoryByFullName } from '../repos/find.ts'
import { canRead } from '../repos/visibility.ts'

/** The languages that code scanning knows, by the languages of files. */
const SCANNED: Readonly<Record<string, string>> = {
  C: 'c-cpp',
  'C++': 'c-cpp',
  'C#': 'csharp',
  Go: 'go',
  Java: 'java-kotlin',
  Kotlin: 'java-kotlin',
  JavaScript: 'javascript-typescript',
  TypeScript: 'javascript-typescript',
  Python: 'python',
  Ruby: 'ruby',
  Swift: 'swift',
}

/** The names of languages in databases and queries where they differ from those of the setup. */
const DATABASE_NAMES: Readonly<Record<string, string>> = {
  'c-cpp': 'cpp',
  'java-kotlin': 'java',
  'javascript-typescript': 'javascript',
}

/** The time that an analysis of several repositories and a proposal take, in milliseconds. */
const WORK_TIME = 2 * SECOND

/** Returns the languages of a setup: the chosen ones, or those of the repository. */
export function languagesOfSetup(rows: Rows, repo: Repo): readonly string[] {
  const chosen = rows.defaultSetups.get(repo.id).languages
  return chosen ?? scannableLanguages(rows, repo)
}

function scannableLanguages(rows: Rows, repo: Repo): readonly string[] {
  const found = Object.keys(languagesOf(rows, repo)).flatMap((name) => SCANNED[name] ?? [])
  const hasWorkflows = rows.workflows.referring('repoId', repo.id).length > 0
  return [...new Set([...(hasWorkflows ? ['actions'] : []), ...found])].toSorted()
}

/** The fields of a setup that a client sets. */
export type SetupChanges = Partial<Omit<DefaultSetup, 'updatedAt' | 'runId'>>

/**
 * Changes the default setup. A setup that is on starts a run that tries it, whose databases are there at once. Returns
 * the run; null when there is none.
 *
 * @throws 409 while such a run goes on, 422 for a repository without a language that can be scanned.
 */
export function changeSetup(call: CodehostCall, repo: Repo, changes: SetupChanges, user: Account): WorkflowRun | null {
  const { rows, clock } = call
  const before = rows.defaultSetups.get(repo.id)
  const run = rows.workflowRuns.get(before.runId)
  if (run !== undefined && run.status !== 'completed') {
    throw conflict('There is already a validation run in progress with a different default setup configuration.')
  }
  const setup = { ...before, ...changes, updatedAt: clock.now() }
  rows.defaultSetups.set(setup, repo.id)
  if (!setup.isConfigured) return null
  const head = branchTip(rows, repo, repo.defaultBranch)
  const languages = languagesOfSetup(rows, repo)
  if (head === null || languages.length === 0) {
    throw unprocessable('Code scanning default setup cannot be enabled: no supported language was found.')
  }
  for (const language of languages) putDatabase(call, repo, DATABASE_NAMES[language] ?? language, head, user)
  const tried = tryOut(call, repo, languages, head, user)
  rows.defaultSetups.set({ ...setup, runId: tried.id }, repo.id)
  return tried
}

/** Starts the run of a setup, whose workflow has no file. */
function tryOut(
  call: CodehostCall,
  repo: Repo,
  languages: readonly string[],
  head: Commit,
  actor: Account,
): WorkflowRun {
  const { rows, clock } = call
  const jobs = languages.map((language) => {
    const name = `Analyze (${language})`
    return { key: name, name, needs: [], labels: ['ubuntu-latest'], steps: [] }
  })
  const plan: WorkflowPlan = { name: 'CodeQL', runName: null, triggers: {}, inputs: null, jobs }
  const path = 'dynamic/github-code-scanning/codeql'
  const at = clock.now()
  const known = rows.workflows.referring('repoId', repo.id).find((each) => each.path === path)
  const workflow =
    known === undefined
      ? rows.workflows.insert({
          repoId: repo.id,
          path,
          name: 'CodeQL',
          state: 'active',
          plan,
          onDefaultBranch: false,
          conclusion: null,
          jobConclusions: {},
          createdAt: at,
          updatedAt: at,
          deletedAt: null,
        })
      : rows.workflows.update(known.id, { plan, updatedAt: at })
  const run = { workflow, plan, event: 'dynamic', headBranch: repo.defaultBranch, head, headRepo: repo, actor }
  return carryOut(call, startRun(call, repo, { ...run, title: 'CodeQL Setup' }))
}

function putDatabase(
  { rows, clock }: CodehostCall,
  repo: Repo,
  language: string,
  { sha }: Commit,
  user: Account,
): void {
  const at = clock.now()
  const known = rows.codeqlDatabases.find('language', repo.id, language)
  if (known !== undefined) rows.codeqlDatabases.update(known.id, { sha, uploaderId: user.id, updatedAt: at })
  else {
    rows.codeqlDatabases.insert({
      repoId: repo.id,
      language,
      uploaderId: user.id,
      sha,
      createdAt: at,
      updatedAt: at,
    })
  }
}

/** Returns the database of a language. @throws 404. */
export function findDatabase(rows: Rows, repo: Repo, language: string): CodeqlDatabase {
  const found = rows.codeqlDatabases.find('language', repo.id, language)
  if (found === undefined) throw notFound()
  return found
}

/** The repositories of an analysis: by their names, or all of some owners. */
export interface VariantTargets {
  readonly repositories?: readonly string[] | undefined
  readonly owners?: readonly string[] | undefined
}

/**
 * Starts an analysis of several repositories.
 *
 * @throws 422 without repositories, and where none has a database of the language.
 */
export function addVariantAnalysis(
  call: CodehostCall,
  controller: Repo,
  language: string,
  targets: VariantTargets,
  actor: Account,
): VariantAnalysis {
  const { rows, clock } = call
  const { found, unknownNames } = targetsOf(call, targets)
  const has = (repo: Repo): boolean => rows.codeqlDatabases.find('language', repo.id, language) !== undefined
  const scanned = found.filter(has)
  if (scanned.length === 0) throw unprocessable('No repositories could be queried: none has a CodeQL database.')
  return rows.variantAnalyses.insert({
    repoId: controller.id,
    actorId: actor.id,
    language,
    scannedIds: scanned.map(({ id }) => id),
    withoutDatabaseIds: found.filter((repo) => !has(repo)).map(({ id }) => id),
    unknownNames,
    createdAt: clock.now(),
  })
}

function targetsOf(call: CodehostCall, { repositories = [], owners = [] }: VariantTargets) {
  const { rows } = call
  const named = repositories.map((name) => ({ name, repo: repositoryByFullName(rows, name) }))
  const visible = named.flatMap(({ repo }) => (repo !== undefined && canRead(call, repo) ? [repo] : []))
  const unknownNames = named.filter(({ repo }) => repo === undefined || !canRead(call, repo)).map(({ name }) => name)
  const owned = owners.flatMap((login) => {
    const owner = rows.accounts.find('login', login.toLowerCase())
    return owner === undefined ? [] : rows.repos.referring('ownerId', owner.id).filter((repo) => canRead(call, repo))
  })
  return { found: [...visible, ...owned], unknownNames }
}

/** Returns whether work that takes a while has ended by now. */
export function isDone(startedAt: number, now: number): boolean {
  return now >= startedAt + WORK_TIME
}

/** Returns the end of work that began at a time. */
export function endOf(startedAt: number): number {
  return startedAt + WORK_TIME
}

/** Returns the proposal for an alert. @throws 404. */
export function findFix(rows: Rows, alert: CodeAlert): CodeFix {
  const fix = rows.codeFixes.find('alert', alert.id)
  if (fix === undefined) throw notFound()
  return fix
}

/**
 * Begins a proposal for an open alert, unless there is one. Returns it, and whether it is new.
 *
 * @throws 422 for an alert that is not open.
 */
export function proposeFix({ rows, clock }: CodehostCall, repo: Repo, alert: CodeAlert) {
  const known = rows.codeFixes.find('alert', alert.id)
  if (known !== undefined) return { fix: known, isNew: false }
  if (alert.fixedAt !== null || alert.dismissed !== null) throw unprocessable('The alert is not open.')
  const fix = rows.codeFixes.insert({ repoId: repo.id, alertId: alert.id, startedAt: clock.now() })
  return { fix, isNew: true }
}

/**
 * Commits a proposal to a branch. The commit changes no file, because nothing is proposed here.
 *
 * @throws 404 without a proposal, 422 for a proposal that is not done, and for an unknown branch.
 */
export function commitFix(
  call: CodehostCall,
  repo: Repo,
  alert: CodeAlert,
  { ref, message }: { readonly ref: string; readonly message: string },
  user: Account,
): Commit {
  const fix = findFix(call.rows, alert)
  if (!isDone(fix.startedAt, call.clock.now())) throw unprocessable('The autofix is not ready yet.')
  const branch = branchRef(call.rows, repo, ref.replace(/^refs\/heads\//, ''))
  if (branch === undefined) throw unprocessable(`The branch ${ref} does not exist.`)
  return commitOnBranch(call, repo, branch, new Map(), message, user)
}
