import type { CodehostCall } from '../../call.ts'
import { forbidden } from '../../errors.ts'
import { BUILT_IN_APP_ID } from '../../json/integration.ts'
import type { CheckRun } from '../../schema/checks.ts'

/** The app to which checks belong that the principal writes; null: the built-in one, to which belongs what users write. */
export function writingApp({ principal }: Pick<CodehostCall, 'principal'>): number | null {
  return principal?.app?.app.id ?? null
}

/** Throws 403 where a GitHub App would change a check run that another made. */
export function requireOwnRun(call: Pick<CodehostCall, 'principal' | 'rows'>, run: CheckRun): void {
  const { appId } = call.rows.checkSuites.require(run.suiteId)
  const writing = writingApp(call)
  if (writing === null || writing === appId) return
  throw forbidden(
    `Invalid app_id \`${appId ?? BUILT_IN_APP_ID}\` - check run can only be modified by the GitHub App that created it.`,
  )
}
