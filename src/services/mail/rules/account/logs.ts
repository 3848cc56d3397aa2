import type { RequestRecord } from '#core/request-log/requests.ts'
import type { MailCall } from '#mail/call.ts'
import { isOutsideApi } from '../api-paths.ts'

/** A request to the API, with the status of its answer. */
export interface Log extends RequestRecord {
  readonly status: number
}

/** Returns the requests that a key of the account made and that were answered, newest first. */
export function logs({ requestsAfter }: Pick<MailCall, 'requestsAfter'>): Log[] {
  return requestsAfter(0).filter(isLog).toReversed()
}

/** Returns the log with this id; undefined when there is none, or the request is no longer held. */
export function logById({ requestsAfter }: Pick<MailCall, 'requestsAfter'>, uuid: string): Log | undefined {
  const number = Number.parseInt(uuid.slice(-12), 16)
  const [request] = number > 0 ? requestsAfter(number - 1) : []
  return request !== undefined && isLog(request) && logId(request) === uuid ? request : undefined
}

/** Returns the id of the log of a request: its number, in the form of a UUID. */
export function logId({ id }: Pick<RequestRecord, 'id'>): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`
}

function isLog(request: RequestRecord): request is Log {
  return request.status !== null && request.principal !== null && !isOutsideApi(request.path)
}
