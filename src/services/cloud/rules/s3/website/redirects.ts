import type { RoutingRule, WebsiteConfiguration } from './configuration.ts'

/** A redirection: the status, and the place that the Location header names. */
export interface Redirection {
  readonly status: number
  readonly location: string
}

/** The parts of the request that a redirection keeps where a rule does not replace them. */
export interface RedirectedRequest {
  readonly protocol: string
  readonly host: string
  readonly key: string
}

/** Returns where a website sends every request; null where it serves objects. */
export function redirectionOfAll(
  { RedirectAllRequestsTo: target }: WebsiteConfiguration,
  { protocol, key }: RedirectedRequest,
): Redirection | null {
  if (target === undefined) return null
  return { status: 301, location: `${target.Protocol ?? protocol}://${target.HostName}/${escaped(key)}` }
}

/**
 * Returns where the first routing rule for a request sends it; null where none does. `status` is that of the error that
 * the request would get; null before the object was looked up, when only rules without an error code count.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/how-to-page-redirect.html
 */
export function redirectionOfRules(
  { RoutingRules }: WebsiteConfiguration,
  request: RedirectedRequest,
  status: number | null,
): Redirection | null {
  const rule = RoutingRules?.RoutingRule.find(({ Condition }) => {
    const { HttpErrorCodeReturnedEquals: code, KeyPrefixEquals: prefix = '' } = Condition ?? {}
    return (code === undefined ? status === null : Number(code) === status) && request.key.startsWith(prefix)
  })
  return rule === undefined ? null : redirectionOf(rule, request)
}

function redirectionOf({ Condition, Redirect }: RoutingRule, { protocol, host, key }: RedirectedRequest): Redirection {
  const { HostName, HttpRedirectCode, Protocol, ReplaceKeyPrefixWith: prefix, ReplaceKeyWith } = Redirect
  const rest = key.slice(Condition?.KeyPrefixEquals?.length ?? 0)
  const replaced = ReplaceKeyWith ?? (prefix === undefined ? key : `${prefix}${rest}`)
  return {
    status: Number(HttpRedirectCode ?? 301),
    location: `${Protocol ?? protocol}://${HostName ?? host}/${escaped(replaced)}`,
  }
}

/** Escapes a key for the path of a URL. */
export function escaped(key: string): string {
  return encodeURI(key).replaceAll(/[?#]/g, encodeURIComponent)
}
