import { json } from '#core/answer.ts'
import { viewWithCursors } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall } from '#mail/call.ts'
import { listedLogJson, logJson } from '#mail/json/log.ts'
import { answerPage } from '#mail/json/page.ts'
import { logId, logs } from '#mail/rules/account/logs.ts'
import { loadLog } from '#mail/steps/logs.ts'

const { get } = routesFor<MailCall>()

/** The requests to the API. https://resend.com/docs/api-reference/logs/list-logs */
export const logsRoutes = [
  get('logs/list', '/logs', (call) => answerPage(call, viewWithCursors(logs(call), logId), listedLogJson)),
  get('logs/get', '/logs/:log_id', loadLog, ({ log }) => json(logJson(log))),
]
