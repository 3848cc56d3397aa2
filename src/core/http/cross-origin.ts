import type { Answer } from '../answer.ts'
import type { CrossOrigin } from '../service.ts'

/** The parts of a call that the headers for pages of other origins are made from. */
interface PageCall {
  header(name: string): string | undefined
  readonly responseHeaders: Readonly<Record<string, string>>
}

/**
 * Lets pages of every origin send requests with cookies and read the answers, for vendors whose browser libraries do
 * so. Browsers demand that the answer to such a request names the origin:
 * https://fetch.spec.whatwg.org/#cors-protocol-and-credentials
 */
export const credentialedCrossOrigin: CrossOrigin<PageCall> = {
  preflight(call) {
    const requestedHeaders = call.header('access-control-request-headers')
    return {
      status: 204,
      headers: {
        ...allowed(call),
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        ...(requestedHeaders === undefined ? {} : { 'access-control-allow-headers': requestedHeaders }),
        'access-control-max-age': '86400',
      },
      body: null,
    }
  },
  headers(call, answer: Answer) {
    const exposed = [...Object.keys(answer.headers), ...Object.keys(call.responseHeaders)]
    return { ...allowed(call), 'access-control-expose-headers': exposed.join(', ') }
  },
}

function allowed(call: PageCall): Record<string, string> {
  return {
    'access-control-allow-origin': call.header('origin') ?? '*',
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  }
}
