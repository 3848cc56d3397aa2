import { createHash } from 'node:crypto'
import type { OidcCall } from '#oidc-c/call.ts'

/** The part of a call that the ids of a request to Graph are made from. The type of userinfo's calls has not all. */
export type IdentifiedCall = Pick<OidcCall, 'header' | 'clock'> &
  Partial<Pick<OidcCall, 'responseHeaders' | 'headers' | 'requestsUnderWay'>>

/**
 * Returns the headers with the two ids of a request to Graph: its own, which errors name too, and that of the client,
 * which is the same where the client sends none. https://learn.microsoft.com/graph/best-practices-concept
 */
export function requestIds(call: IdentifiedCall): { 'request-id': string; 'client-request-id': string } {
  const { responseHeaders = {} } = call
  const id = (responseHeaders['request-id'] ??= newId(call))
  return { 'request-id': id, 'client-request-id': call.header('client-request-id') ?? id }
}

/** Returns an id that no other request has; `ids`, which a request that only reads leaves alone, are not drawn from. */
function newId({ headers, requestsUnderWay, clock }: IdentifiedCall): string {
  let number = 0
  for (const { id, requestHeaders } of requestsUnderWay?.() ?? []) if (requestHeaders === headers) number = id
  const digest = createHash('sha256').update(`request ${number} ${clock.now()}`).digest('hex')
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}
