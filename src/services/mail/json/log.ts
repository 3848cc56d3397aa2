import type { RecordedMessage } from '#core/request-log/requests.ts'
import { logId, type Log } from '#mail/rules/account/logs.ts'
import { timestamp } from './format.ts'

/** A log in a list. https://resend.com/docs/api-reference/logs/list-logs */
export function listedLogJson(log: Log) {
  return {
    id: logId(log),
    created_at: timestamp(log.startedAt),
    endpoint: log.path,
    method: log.method,
    response_status: log.status,
    user_agent: log.request.headers['user-agent'] ?? null,
  }
}

/** A log with both bodies. https://resend.com/docs/api-reference/logs/retrieve-log */
export function logJson(log: Log) {
  return {
    object: 'log',
    ...listedLogJson(log),
    request_body: bodyJson(log.request),
    response_body: bodyJson(log.response),
  }
}

/** Returns a body; null when there is none, or it is not JSON or too long to be held. */
function bodyJson({ body, truncated }: RecordedMessage): object | null {
  if (body === null || truncated) return null
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
