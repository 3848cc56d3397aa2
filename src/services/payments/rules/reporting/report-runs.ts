import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, noSuch } from '#payments/errors.ts'
import type { ReportParameters, ReportRun } from '#payments/schema/reporting.ts'
import { addFile } from '../files.ts'
import { now } from '../new-id.ts'
import { newRecord } from '../records.ts'
import { REPORT_TYPES, csvOf, type ReportType } from './report-types.ts'
import { MINUTE } from '#core/duration.ts'

/** Returns a report by the vendor's id. @throws 400, or 404 for one that the path names. */
export function findReportType(id: string, param: string, status: 400 | 404): ReportType {
  const found = REPORT_TYPES.find((each) => each.id === id)
  if (found === undefined) throw noSuch('reporting report type', id, param, status)
  return found
}

/**
 * Begins a report, whose file is there a minute later.
 *
 * @throws 400 for a report, a column or a time zone that does not exist, and for a period that ends before it begins.
 */
export function addReportRun(
  context: PaymentsContext,
  account: string,
  reportType: string,
  parameters: ReportParameters,
): ReportRun {
  const { columns } = findReportType(reportType, 'report_type', 400)
  const unknown = parameters.columns?.find((each) => !columns.includes(each))
  if (unknown !== undefined) {
    throw invalidParameter('parameters[columns]', `The column ${unknown} is not available for ${reportType}.`)
  }
  if (parameters.intervalEnd <= parameters.intervalStart) {
    throw invalidParameter('parameters[interval_end]', 'The interval must end after it starts.')
  }
  if (parameters.timezone !== null && !isTimeZone(parameters.timezone)) {
    throw invalidParameter('parameters[timezone]', `Invalid timezone: ${parameters.timezone}`)
  }
  const run = context.rows.reportRuns.insert({
    parameters,
    reportType,
    result: null,
    succeededAt: null,
    ...newRecord(context, account, 'frr_'),
  })
  context.schedule(MINUTE, 'writeReport', { run: run.id })
  return run
}

/** Writes the file of a report. Emits `reporting.report_run.succeeded`. */
export function writeReport(context: PaymentsContext, { run: id }: { readonly run: string }): void {
  const { rows } = context
  const run = rows.reportRuns.require(id)
  const csv = csvOf(context, run.account, findReportType(run.reportType, 'report_type', 400), run.parameters)
  const file = addFile(context, run.account, {
    bytes: new TextEncoder().encode(csv),
    filename: `${id}.csv`,
    purpose: 'finance_report_run',
    title: `FinanceReportRun ${id}`,
  })
  const row = rows.reportRuns.update(id, { result: file.id, succeededAt: now(context) })
  context.emit({ type: 'reporting.report_run.succeeded', kind: 'reporting.report_run', row })
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
