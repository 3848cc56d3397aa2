import type { CrossOrigin } from '../../core/service.ts'
import type { AuthCall } from './call.ts'

/** Pages send requests to the frontend API with cookies, so the answer has to name the origin. */
export const crossOrigin: CrossOrigin<AuthCall> = {
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
  headers(call, answer) {
    const exposed = [...Object.keys(answer.headers), ...Object.keys(call.responseHeaders)]
    return { ...allowed(call), 'access-control-expose-headers': exposed.join(', ') }
  },
}

function allowed(call: AuthCall): Record<string, string> {
  return {
    'access-control-allow-origin': call.header('origin') ?? '*',
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  }
}
