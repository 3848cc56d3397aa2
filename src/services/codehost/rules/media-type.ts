import type { CodehostCall } from '#codehost/call.ts'
import { unsupportedMediaType } from '#codehost/errors.ts'

/**
 * Returns whether the client accepts one of the vendor's media types: `raw` for `application/vnd.github.raw+json`,
 * `application/vnd.github.v3.raw` and so on.
 * https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types
 */
export function accepts(call: Pick<CodehostCall, 'header'>, parameter: string): boolean {
  return acceptedParameters(call).includes(parameter)
}

/** Returns the parameters of the vendor's media types that the client accepts: `html`, `raw`. */
export function acceptedParameters({ header }: Pick<CodehostCall, 'header'>): readonly string[] {
  return (header('accept') ?? '').split(',').flatMap((each) => partsOf(each)?.parameter ?? [])
}

/**
 * Returns the content type of an answer in one of the vendor's media types, which repeats the one that the client
 * accepts.
 */
export function acceptedType(call: Pick<CodehostCall, 'header'>, parameter: string): string {
  const accepted = (call.header('accept') ?? '').split(',').find((each) => partsOf(each)?.parameter === parameter)
  return `${(accepted ?? `application/vnd.github.${parameter}`).split(';')[0]?.trim()}; charset=utf-8`
}

/**
 * Returns the vendor's `X-GitHub-Media-Type`: `github.v3; param=raw; format=json`. A preview is a parameter too, also
 * where it has long become part of the API: `github.v3; param=nebula-preview; format=json`.
 */
export function mediaType({ header, operation }: Pick<CodehostCall, 'header' | 'operation'>): string {
  const accept = header('accept')
  if (operation === 'graphql') return 'github.v4; format=json'
  if (accept === undefined || !accept.includes('vnd.github.')) return 'github.v3; format=json'
  for (const each of accept.split(',')) {
    const parts = partsOf(each)
    if (parts === null) continue
    const parameters = [parts.preview, parts.parameter].filter((each) => each !== undefined).join('.')
    return `github.v3${parameters === '' ? '' : `; param=${parameters}`}${parts.isJson ? '; format=json' : ''}`
  }
  return 'github.v3; format=json'
}

/** Operations whose answers have a media type of their own. */
const OTHER_TYPES = /^(?:markdown\/|meta\/get-(?:octocat|zen)$|repos\/get-release-asset$)/

/** Paths of the vendor's other hosts, and of its site. */
const OTHER_PATHS = /^\/(?:raw|codeload)\/|\/settings\/apps\/new$|^\/[^/]+\/[^/]+\/(?:raw|archive|releases)\//

/**
 * Refuses a client of the API that accepts no JSON.
 * https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#accept
 *
 * @throws 415.
 */
export function refuseMediaType({
  header,
  operation,
  path,
}: Pick<CodehostCall, 'header' | 'operation' | 'path'>): void {
  const accept = header('accept')
  if (accept === undefined || accept === '' || /json|\*|vnd\.github/.test(accept)) return
  if (operation === null || OTHER_TYPES.test(operation) || OTHER_PATHS.test(path)) return
  throw unsupportedMediaType(accept)
}

function partsOf(accepted: string) {
  const found = /^\s*application\/vnd\.github(?:\.(v3|[\w-]+-preview))?(?:\.([\w-]+))?(\+json)?\s*(?:;|$)/.exec(
    accepted,
  )
  if (found === null) return null
  const [, version, parameter, json] = found
  const preview = version === 'v3' ? undefined : version
  return { preview, parameter, isJson: json !== undefined || (preview ?? parameter) === undefined }
}
