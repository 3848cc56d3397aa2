import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import { now } from '#payments/rules/new-id.ts'
import type { ReportType } from '#payments/rules/reporting/report-types.ts'
import type { ReportRun } from '#payments/schema/reporting.ts'
import { fileJson } from './files.ts'
import { readOwn } from './read-own.ts'

/** Writes a report that was asked for. https://docs.stripe.com/api/reporting/report_run/object */
export function reportRunJson(context: PaymentsContext, run: ReportRun) {
  const { columns, connectedAccount, currency, intervalEnd, intervalStart, reportingCategory, timezone } =
    run.parameters
  const file = context.rows.files.get(run.result)
  return {
    id: run.id,
    object: 'reporting.report_run',
    created: run.created,
    error: null,
    livemode: false,
    parameters: {
      ...(columns === null ? {} : { columns }),
      ...(connectedAccount === null ? {} : { connected_account: connectedAccount }),
      ...(currency === null ? {} : { currency }),
      interval_end: intervalEnd,
      interval_start: intervalStart,
      ...(reportingCategory === null ? {} : { reporting_category: reportingCategory }),
      ...(timezone === null ? {} : { timezone }),
    },
    report_type: run.reportType,
    result: file === undefined ? null : fileJson(context, file),
    status: file === undefined ? 'pending' : 'succeeded',
    succeeded_at: run.succeededAt,
  }
}

/** Writes a report that can be run. https://docs.stripe.com/api/reporting/report_type/object */
export function reportTypeJson(context: PaymentsContext, account: string, { id, name, columns }: ReportType) {
  const moment = now(context)
  return {
    id,
    object: 'reporting.report_type',
    data_available_end: moment,
    data_available_start: context.rows.accounts.require(account).created,
    default_columns: columns,
    livemode: false,
    name,
    updated: moment,
    version: 1,
  }
}

/** The kinds of objects about reports. */
export const reportingResources: readonly Resource[] = [
  { object: 'reporting.report_run', read: readOwn(({ reportRuns }) => reportRuns, reportRunJson), expandable: {} },
]
