import { collection, timer } from '#core/store.ts'
import type { AccountRow } from './account.ts'

/** The period, the columns and the filters of a report. */
export interface ReportParameters {
  readonly columns: readonly string[] | null
  readonly connectedAccount: string | null
  readonly currency: string | null
  /** Epoch seconds; the end is not part of the period. */
  readonly intervalEnd: number
  readonly intervalStart: number
  readonly reportingCategory: string | null
  readonly timezone: string | null
}

/** A report that a client has asked for. https://docs.stripe.com/api/reporting/report_run/object */
export interface ReportRun extends AccountRow {
  readonly parameters: ReportParameters
  readonly reportType: string
  /** The id of the file; null until it is written. */
  readonly result: string | null
  readonly succeededAt: number | null
}

/** The collections of reports. */
export const reportingCollections = {
  reportRuns: collection<ReportRun>()({ indexes: { all: ['account', 'seq'] } }),
  /** Writes the file of a report. */
  writeReport: timer<{ readonly run: string }>(),
}
