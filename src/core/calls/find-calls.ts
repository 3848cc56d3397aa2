import { suggest } from '../text/did-you-mean.ts'
import type { RequestRecord } from '../request-log/requests.ts'
import type { AnyService } from '../service.ts'
import { operationsOf } from '../service-routes.ts'
import { paramsOf, receivedCall, type ReceivedCall } from './received-call.ts'

/**
 * Returns the calls of an operation, or all calls, oldest first. `POST /rooms/:room` names an operation by its method
 * and path, which works for applications of one's own and for requests that matched no operation.
 *
 * @throws TypeError for an operation that the service does not have; the message names the nearest.
 */
export function findCalls(
  service: AnyService,
  requests: readonly RequestRecord[],
  operation: string | undefined,
): ReceivedCall[] {
  if (operation === undefined) return requests.map(receivedCall)
  const [, method, template] = /^([A-Z]+) (\/.*)$/.exec(operation) ?? []
  if (method !== undefined && template !== undefined) {
    return requests.flatMap((each) => {
      const params = each.method === method ? paramsOf(template, each.path) : null
      return params === null ? [] : [{ ...receivedCall(each), params }]
    })
  }
  checkOperation(service, operation)
  return requests.filter((each) => each.operation === operation || each.carried.includes(operation)).map(receivedCall)
}

/** Refuses an operation that does not exist: no call of it would ever be found, and `.not` would always pass. */
function checkOperation(service: AnyService, operation: string): void {
  if (service.application !== undefined) {
    throw new TypeError(`${service.id}: an application has no named operations: write one as 'POST /rooms/:room'`)
  }
  const operations = [...operationsOf(service), ...(service.protocol?.operations ?? [])]
  if (operations.includes(operation)) return
  const guess = suggest(operation, operations)
  const hint =
    guess === undefined
      ? `some that exist are ${operations.slice(0, 3).join(', ')}`
      : `did you mean ${JSON.stringify(guess)}?`
  throw new TypeError(`${service.id}: unknown operation ${JSON.stringify(operation)}, ${hint}`)
}
