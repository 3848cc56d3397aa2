import type { InspectedCall } from '#core/inspection/inspection.ts'

/** Headers that a client sets itself. */
const AUTOMATIC =
  /^(host|connection|content-length|accept-encoding|user-agent|sec-.*|origin|referer|keep-alive|transfer-encoding|accept-language)$/

/** The headers of a call that belong into a copy of it. A secret is not in the data: the copy has a place for it. */
function headersOf({ request }: InspectedCall): [string, string][] {
  return Object.entries(request.headers)
    .filter(([name]) => !AUTOMATIC.test(name))
    .map(([name, value]) => [name, value === '[redacted]' ? placeholder(name) : value])
}

function placeholder(name: string): string {
  return name === 'authorization' ? 'Bearer backlot_admin' : '<secret>'
}

/** Returns a call as a command of curl. */
export function asCurl(call: InspectedCall, url: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  return [
    `curl -X ${call.method} ${quoted(url + call.path)}`,
    ...headersOf(call).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(call.request.body === null ? [] : [`--data-raw ${quoted(call.request.body)}`]),
  ].join(' \\\n  ')
}

/** Returns a call as a call of fetch. */
export function asFetch(call: InspectedCall, url: string): string {
  const init = {
    method: call.method,
    headers: Object.fromEntries(headersOf(call)),
    ...(call.request.body === null ? {} : { body: call.request.body }),
  }
  return `await fetch(${JSON.stringify(url + call.path)}, ${JSON.stringify(init, null, 2)})`
}

/** Returns the assertion that a call was made: the same for Vitest, Jest and Playwright. */
export function asTest(call: InspectedCall, service: string): string {
  const name = service.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const operation = call.carried[0] ?? call.operation ?? `${call.method} ${call.path.split('?')[0] ?? ''}`
  const body = parsed(call.request.body)
  const parts = {
    ...(body === undefined ? {} : { body }),
    ...(call.status === null ? {} : { status: call.status }),
    times: 1,
  }
  return `expect(${name}).toHaveReceived(${JSON.stringify(operation)}, ${JSON.stringify(parts, null, 2)})`
}

function parsed(body: string | null): unknown {
  if (body === null || body === '') return undefined
  try {
    return JSON.parse(body) as unknown
  } catch {
    return body.includes('=') && !body.includes('[') ? Object.fromEntries(new URLSearchParams(body)) : undefined
  }
}
