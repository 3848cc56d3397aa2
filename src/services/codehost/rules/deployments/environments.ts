import type { CodehostContext, Rows } from '#codehost/call.ts'
import { unprocessable, validationFailed } from '#codehost/errors.ts'
import type { Environment, EnvironmentReviewer } from '#codehost/schema/deployments.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** The longest wait in minutes: thirty days. */
const LONGEST_WAIT = 43_200

const MOST_REVIEWERS = 6

const LONGEST_NAME = 255

/** The settings of an environment. */
export type EnvironmentFields = Pick<Environment, 'waitTimer' | 'preventSelfReview' | 'reviewers' | 'refPolicy'>

/** The settings of an environment without protection. */
export const UNPROTECTED: EnvironmentFields = {
  waitTimer: 0,
  preventSelfReview: false,
  reviewers: [],
  refPolicy: null,
}

/** Returns an environment of a repository by its name, ignoring case. */
export function environmentNamed(rows: Rows, repo: Pick<Repo, 'id'>, name: string): Environment | undefined {
  return rows.environments.find('name', repo.id, name.toLowerCase())
}

/**
 * Creates an environment, or replaces the settings of the one with this name.
 *
 * @throws 422.
 */
export function putEnvironment(
  { rows, clock }: Pick<CodehostContext, 'rows'> & { readonly clock: Pick<CodehostContext['clock'], 'now'> },
  repo: Repo,
  name: string,
  fields: EnvironmentFields,
): Environment {
  if (name.trim() === '' || name.length > LONGEST_NAME) throw unprocessable('Invalid environment name.')
  refuseFields(rows, repo, fields)
  const now = clock.now()
  const before = environmentNamed(rows, repo, name)
  if (before !== undefined) return rows.environments.update(before.id, { ...fields, updatedAt: now })
  return rows.environments.insert({ repoId: repo.id, name, ...fields, createdAt: now, updatedAt: now })
}

/** Returns the environment with this name. A deployment to a new name makes an environment without protection. */
export function ensureEnvironment(
  context: Parameters<typeof putEnvironment>[0],
  repo: Repo,
  name: string,
): Environment {
  return environmentNamed(context.rows, repo, name) ?? putEnvironment(context, repo, name, UNPROTECTED)
}

function refuseFields(rows: Rows, repo: Repo, { waitTimer, reviewers }: EnvironmentFields): void {
  const refuse = (field: string, value: unknown) =>
    validationFailed({ resource: 'Environment', field, code: 'invalid', value })
  if (waitTimer < 0 || waitTimer > LONGEST_WAIT) throw refuse('wait_timer', waitTimer)
  if (reviewers.length > MOST_REVIEWERS) throw unprocessable(`You can add at most ${MOST_REVIEWERS} reviewers.`)
  for (const reviewer of reviewers) {
    if (!isPossibleReviewer(rows, repo, reviewer)) throw refuse('reviewers', reviewer.id)
  }
}

function isPossibleReviewer(rows: Rows, repo: Repo, { type, id }: EnvironmentReviewer): boolean {
  return type === 'User' ? rows.accounts.get(id)?.type === 'User' : rows.teams.get(id)?.orgId === repo.ownerId
}
