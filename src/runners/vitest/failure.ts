import type { Emulator } from '#emulator.ts'
import { formatReport, headingOf, report, summarize, type ServiceSummary } from '#fixtures/index.ts'

/** The members of a Vitest test that are used here; they are the same from Vitest 3.2 to 5. */
export interface FailedTask {
  readonly meta: object
  readonly result?: { readonly errors?: { message: string }[] | undefined } | undefined
}

/**
 * Adds the report of the emulators' requests to the message of the test's latest error, and to `task.meta.backlot` for
 * reporters. An emulator that the message reports already, as the plugin and a fixture share it, is left out. (A failed
 * test accepts no more annotations, so the message is the only place that every reporter prints.)
 */
export function reportFailure(task: FailedTask, emulators: readonly Emulator[]): void {
  const reports = report(emulators)
  const services = summarize(reports)
  const meta: { backlot?: readonly ServiceSummary[] } = task.meta // declared in index.ts, for users
  meta.backlot = [...(meta.backlot ?? []).filter((each) => !services.some(({ url }) => url === each.url)), ...services]
  const error = task.result?.errors?.at(-1)
  if (error === undefined) return
  const text = formatReport(reports.filter((each) => !error.message.includes(headingOf(each))))
  if (text !== '') error.message = `${error.message}\n\n${text}`
}
