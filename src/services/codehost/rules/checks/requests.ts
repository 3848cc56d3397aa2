import type { CodehostCall, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { emitCheckSuite } from './events.ts'
import { suiteFor } from './checks.ts'
import { isInInstallation } from '../apps/installations.ts'

/** Returns whether apps are asked to check pushes to a repository, by app id. Apps without an entry are asked. */
export function preferencesOf(rows: Rows, { id }: Pick<Repo, 'id'>): ReadonlyMap<number, boolean> {
  return new Map(rows.checkPreferences.get(id))
}

/** Stores which apps are asked to check pushes to a repository. */
export function setPreferences(rows: Rows, { id }: Pick<Repo, 'id'>, preferences: ReadonlyMap<number, boolean>): void {
  rows.checkPreferences.set([...preferences], id)
}

/**
 * Asks the apps that write checks to check a pushed commit, once per commit: adds a suite for each app and emits
 * `check_suite` requested to it. https://docs.github.com/rest/guides/using-the-rest-api-to-interact-with-checks
 */
export function requestChecks(call: CodehostCall, repo: Repo, branch: string, sha: string, sender: Account): void {
  const { rows, clock } = call
  for (const installation of rows.installations.referring('accountId', repo.ownerId)) {
    const { appId, suspendedAt, permissions } = installation
    if (permissions['checks'] !== 'write' || suspendedAt !== null || !isInInstallation(rows, installation, repo))
      continue
    if (preferencesOf(rows, repo).get(appId) === false) continue
    const { suite, isNew } = suiteFor(rows, repo, sha, appId, clock.now(), branch)
    if (isNew) emitCheckSuite(call, repo, 'requested', suite, sender)
  }
}
