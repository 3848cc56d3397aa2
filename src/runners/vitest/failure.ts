import type { Emulator } from '../../emulator.ts'
import { formatReport, report, summarize, type ServiceSummary } from '../../fixtures/index.ts'

/** The part of a Vitest test that is used here; the same from Vitest 3.2 to 5. */
export interface FailedTask {
  readonly meta: object
  readonly result?: { readonly errors?: { message: string }[] | undefined } | undefined
}

/**
 * Adds what the emulators were asked to the message of the failure, and to `task.meta.backlot` for reporters. (Vitest takes
 * no annotation any more when a test has failed.)
 */
export function reportFailure(task: FailedTask, emulators: readonly Emulator[]): void {
  const reports = report(emulators)
  const services = summarize(reports)
  const meta: { backlot?: readonly ServiceSummary[] } = task.meta // declared in index.ts, for users
  meta.backlot = [...(meta.backlot ?? []).filter((each) => !services.some(({ url }) => url === each.url)), ...services]
  const error = task.result?.errors?.at(-1)
  if (error !== undefined) error.message = `${error.message}\n\n${formatReport(reports)}`
}
