import { reportRunJson } from '#payments/json/reporting.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import {
  currency,
  hash,
  isInRange,
  list,
  range,
  required,
  text,
  timestamp,
  unsupported,
} from '#payments/protocol/params.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import { findRecord } from '#payments/rules/records.ts'
import { addReportRun } from '#payments/rules/reporting/report-runs.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { ReportRun } from '#payments/schema/reporting.ts'

const PARAMETERS = hash({
  columns: list(text()),
  connected_account: text(),
  currency: currency(),
  interval_end: required(timestamp()),
  interval_start: required(timestamp()),
  payout: unsupported(),
  reporting_category: text(),
  timezone: text(),
})

/** Reports that clients ask for. https://docs.stripe.com/api/reporting/report_run */
export const reportRunsRoutes = [
  post(
    'PostReportingReportRuns',
    '/v1/reporting/report_runs',
    { parameters: required(PARAMETERS), report_type: required(text()) },
    (call) => {
      const { parameters, report_type: type } = call.input
      const { connected_account: connected } = parameters
      const run = addReportRun(call, call.account, type, {
        columns: parameters.columns ?? null,
        connectedAccount: connected === undefined ? null : findConnectedAccount(call, connected, 'account').id,
        currency: parameters.currency ?? null,
        intervalEnd: parameters.interval_end,
        intervalStart: parameters.interval_start,
        reportingCategory: parameters.reporting_category ?? null,
        timezone: parameters.timezone ?? null,
      })
      return answer(call, reportRunJson(call, run))
    },
  ),
  get('GetReportingReportRuns', '/v1/reporting/report_runs', { ...LIST_PARAMS, created: range() }, (call) => {
    const { created } = call.input
    const where = (each: ReportRun): boolean => isInRange(each.created, created)
    return answerPage(call, newestFirst(call.rows.reportRuns, 'all', [call.account], where), 'report run', (each) =>
      reportRunJson(call, each),
    )
  }),
  get('GetReportingReportRunsReportRun', '/v1/reporting/report_runs/:report_run', {}, (call) => {
    const source = { param: 'report_run', inPath: true }
    const run = findRecord(call.rows.reportRuns, call.account, 'reporting report run', call.params.report_run, source)
    return answer(call, reportRunJson(call, run))
  }),
]
