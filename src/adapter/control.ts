import type { Instances } from './instances.ts'
import { refusal } from './refusal.ts'

/**
 * Answers a request to the handler's own part of the control plane, for all services at once. `path` is what follows
 * `_backlot/`.
 */
export async function answerControl(
  instances: Instances,
  request: Request,
  path: string,
  ids: readonly string[],
): Promise<Response> {
  const { headers, method } = request
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (origin === null ? site === 'cross-site' || site === 'same-site' : !isOwn(origin, headers.get('host'))) {
    return refusal(403, 'the control plane is not for pages of other sites')
  }
  switch (`${method} ${path}`) {
    case 'GET health':
      return Response.json({ services: ids, pid: process.pid })
    case 'POST reset':
      if (!isJson(request)) return refusal(415, `POST ${path}: send content-type: application/json`)
      instances.reset()
      await instances.settled()
      return Response.json(null)
    case 'POST settled':
      if (!isJson(request)) return refusal(415, `POST ${path}: send content-type: application/json`)
      await instances.settled()
      return Response.json(null)
    default:
      return refusal(404, `${method} _backlot/${path}: no such command; there are GET health, POST reset, POST settled`)
  }
}

/** True for an origin of the host that the request is for. */
function isOwn(origin: string, host: string | null): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}

/** True for a body that a page of another site cannot send without a preflight. */
function isJson({ headers }: Request): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '')
}
