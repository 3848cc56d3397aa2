import type { Answer } from '#core/answer.ts'
import type { Failure } from '#core/errors.ts'
import type { CloudCall } from '#cloud/call.ts'
import { hostIdOf, requestIdOf } from '#cloud/protocols/request-id.ts'

/** The reasons of the statuses that a website answers with. */
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  412: 'Precondition Failed',
  416: 'Requested Range Not Satisfiable',
}

/**
 * Returns a failure as the page that a website host shows; `custom` is what kept it from showing the website's own
 * page.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/CustomErrorDocSupport.html
 */
export function websiteErrorPage(call: CloudCall, failure: Failure, custom?: Failure): Answer {
  if (failure.status === 304) return { status: 304, headers: failure.headers, body: null }
  const title = `${failure.status} ${REASONS[failure.status] ?? 'Error'}`
  const ids = [`RequestId: ${requestIdOf(call)}`, `HostId: ${hostIdOf(call)}`]
  const more =
    custom === undefined
      ? ''
      : `<h3>An Error Occurred While Attempting to Retrieve a Custom Error Document</h3>\n${list(linesOf(custom))}`
  const page =
    `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n` +
    `${list([...linesOf(failure), ...ids])}${more}<hr/>\n</body>\n</html>\n`
  const headers = { ...failure.headers, 'content-type': 'text/html; charset=utf-8' }
  const { code, members } = detailsOf(failure)
  const told = { 'x-amz-error-code': code, 'x-amz-error-message': failure.message, ...detailHeaders(members) }
  return { status: failure.status, headers: { ...headers, ...told }, body: page }
}

function detailsOf({ details }: Failure): {
  readonly code: string
  readonly members: Readonly<Record<string, string>>
} {
  const { code, members = {} } = details as { code: string; members?: Readonly<Record<string, string>> } // cloudFailure
  return { code, members }
}

/** Returns the members of an error as headers, where a header can carry them. */
function detailHeaders(members: Readonly<Record<string, string>>): Record<string, string> {
  const carried = Object.entries(members).filter(([, value]) => /^[\x20-\x7e]*$/.test(value))
  return Object.fromEntries(carried.map(([name, value]) => [`x-amz-error-detail-${name}`, value]))
}

function linesOf(failure: Failure): string[] {
  const { code, members } = detailsOf(failure)
  const told = Object.entries(members).map(([name, value]) => `${name}: ${value}`)
  return [`Code: ${code}`, `Message: ${failure.message}`, ...told]
}

function list(lines: readonly string[]): string {
  return `<ul>\n${lines.map((line) => `<li>${escaped(line)}</li>\n`).join('')}</ul>\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
