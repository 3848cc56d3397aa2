import { pageJson } from '#payments/json/page.ts'
import { reportTypeJson } from '#payments/json/reporting.ts'
import { findReportType } from '#payments/rules/reporting/report-runs.ts'
import { REPORT_TYPES } from '#payments/rules/reporting/report-types.ts'
import { answer, get } from '../route.ts'

/** The reports that can be run. https://docs.stripe.com/api/reporting/report_type */
export const reportTypesRoutes = [
  get('GetReportingReportTypes', '/v1/reporting/report_types', {}, (call) => {
    const page = { rows: REPORT_TYPES, hasMore: false }
    return answer(
      call,
      pageJson(page, call.path, (each) => reportTypeJson(call, call.account, each)),
    )
  }),
  get('GetReportingReportTypesReportType', '/v1/reporting/report_types/:report_type', {}, (call) =>
    answer(call, reportTypeJson(call, call.account, findReportType(call.params.report_type, 'report_type', 404))),
  ),
]
