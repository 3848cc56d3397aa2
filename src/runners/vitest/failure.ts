import type { Emulator } from '#emulator.ts'
import { formatReport, headingOf, report, summarize, writeHtmlReport, type ServiceSummary } from '#fixtures/index.ts'

/** The members of a Vitest test that are used here; they are the same from Vitest 3.2 to 5. */
export interface FailedTask {
  readonly name: string
  readonly suite?: { readonly name: string; readonly suite?: unknown } | undefined
  readonly meta: object
  readonly result?: { readonly errors?: { message: string }[] | undefined } | undefined
}

/**
 * Adds the report of the emulators' requests to the message of the test's latest error, and to `task.meta.backlot` for
 * reporters. An emulator that the message reports already, as the plugin and a fixture share it, is left out. (A failed
 * test accepts no more annotations, so the message is the only place that every reporter prints.)
 */
export async function reportFailure(task: FailedTask, emulators: readonly Emulator[], root: string): Promise<void> {
  const reports = report(emulators)
  const services = summarize(reports)
  const meta: { backlot?: readonly ServiceSummary[] } = task.meta // declared in index.ts, for users
  meta.backlot = [...(meta.backlot ?? []).filter((each) => !services.some(({ url }) => url === each.url)), ...services]
  const error = task.result?.errors?.at(-1)
  if (error === undefined) return
  const text = formatReport(reports.filter((each) => !error.message.includes(headingOf(each))))
  if (text !== '') error.message = `${error.message}\n\n${text}`
  if (error.message.includes(REPORT_AT)) return
  const file = await writeHtmlReport({ name: nameOf(task), failure: error.message }, root)
  if (file !== null) error.message = `${error.message}\n\n${REPORT_AT} ${file}`
}

/** The beginning of the line with the path of the report. */
const REPORT_AT = 'backlot: the report of this test is'

/** Returns the name of a test after those of its `describe` blocks. */
function nameOf(task: FailedTask): string {
  const names: string[] = [task.name]
  for (let { suite } = task; suite !== undefined; suite = suite.suite as typeof suite) {
    // Vitest has an empty suite around those of a file.
    if (suite.name !== '') names.unshift(suite.name)
  }
  return names.join(' > ')
}
