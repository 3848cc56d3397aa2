import type { RecordedMessage, RequestRecord } from '../request-log/requests.ts'
import { isSecretName, MASK, mask, maskText } from './mask.ts'

/** Returns a recorded request without the secrets in its query, headers and bodies, to be printed or saved. */
export function maskRequest(request: RequestRecord): RequestRecord {
  return {
    ...request,
    path: maskText(request.path),
    query: Object.fromEntries(
      Object.entries(request.query).map(([name, value]) => [name, isSecretName(name) ? MASK : maskText(value)]),
    ),
    request: maskMessage(request.request),
    response: maskMessage(request.response),
  }
}

/** Returns one side of an exchange without the secrets in it. */
export function maskMessage<T extends Pick<RecordedMessage, 'headers' | 'body'>>(message: T): T {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, isSecretName(name) ? MASK : maskText(value)]),
  )
  // The headers of a delivery are in the vendor's case.
  const [, type = ''] = Object.entries(message.headers).find(([name]) => name.toLowerCase() === 'content-type') ?? []
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type)
  const maskOf = isForm ? maskForm : maskBody
  return { ...message, headers, body: message.body === null ? null : maskOf(message.body) }
}

/** Returns a form without the secrets in it, also in values that are JSON or were percent-encoded. */
function maskForm(body: string): string {
  return maskText(body)
    .split('&')
    .map((parameter) => {
      const [[name = '', value = ''] = []] = new URLSearchParams(parameter)
      const masked = maskBody(value)
      if (!masked.includes(MASK) || value.includes(MASK)) return parameter
      return `${encodeURIComponent(name)}=${encodeURIComponent(masked).replaceAll(encodeURIComponent(MASK), MASK)}`
    })
    .join('&')
}

/** Returns the text of a body without the secrets in it. JSON keeps its members, and loses its white space. */
function maskBody(body: string): string {
  if (!/^\s*[{[]/.test(body)) return maskText(body)
  try {
    return JSON.stringify(mask(JSON.parse(body)))
  } catch {
    return maskText(body)
  }
}
