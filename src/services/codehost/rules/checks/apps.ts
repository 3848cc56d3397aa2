import type { CodehostCall } from '#codehost/call.ts'
import { forbidden } from '#codehost/errors.ts'
import type { CheckRun } from '#codehost/schema/checks.ts'
import { BUILT_IN_APP_ID } from '../apps/built-in-app.ts'

/**
 * Returns the id of the app that owns the checks which the principal writes; null for the built-in app, which owns the
 * checks of users.
 */
export function writingApp({ principal }: Pick<CodehostCall, 'principal'>): number | null {
  return principal?.app?.app.id ?? null
}

/** @throws 403 when a GitHub App changes a check run of another app. */
export function requireOwnRun(call: Pick<CodehostCall, 'principal' | 'rows'>, run: CheckRun): void {
  const { appId } = call.rows.checkSuites.require(run.suiteId)
  const writing = writingApp(call)
  if (writing === null || writing === appId) return
  throw forbidden(
    `Invalid app_id \`${appId ?? BUILT_IN_APP_ID}\` - check run can only be modified by the GitHub App that created it.`,
  )
}
