import type * as v from 'valibot'
import { invalidRequest } from '#cloud/errors/s3.ts'
import type { CorsRule } from '#cloud/schema/s3.ts'
import type { corsSchema } from './configurations.ts'

/** The properties of a cross-origin request that CORS rules decide about. */
interface CorsRequest {
  readonly origin: string
  readonly method: string
  /** Names in lower case. */
  readonly headers: readonly string[]
}

/**
 * Returns the first rule that allows the request; null when none does.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
 */
export function ruleFor(rules: readonly CorsRule[], { origin, method, headers }: CorsRequest): CorsRule | null {
  const allows = (rule: CorsRule): boolean =>
    rule.allowedMethods.includes(method) &&
    rule.allowedOrigins.some((allowed) => matches(allowed, origin)) &&
    headers.every((header) => rule.allowedHeaders.some((allowed) => matches(allowed.toLowerCase(), header)))
  return rules.find(allows) ?? null
}

/**
 * Returns the CORS headers of an answer by a rule. `headers` are those that a preflight asks for; null for answers to
 * other requests.
 */
export function corsHeaders(
  rule: CorsRule,
  { origin, headers }: { readonly origin: string; readonly headers: readonly string[] | null },
): Record<string, string> {
  // A rule for all origins answers `*`. Other answers depend on the origin, so caches must not share them.
  const anybody = rule.allowedOrigins.includes('*')
  const shown: Record<string, string> = {
    'access-control-allow-origin': anybody ? '*' : origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
  }
  if (!anybody) shown['access-control-allow-credentials'] = 'true'
  if (headers !== null && headers.length > 0) shown['access-control-allow-headers'] = headers.join(', ')
  if (rule.exposeHeaders.length > 0) shown['access-control-expose-headers'] = rule.exposeHeaders.join(', ')
  if (rule.maxAgeSeconds !== null) shown['access-control-max-age'] = String(rule.maxAgeSeconds)
  shown['vary'] = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method'
  return shown
}

/** Returns whether a text matches a pattern with at most one `*`. */
function matches(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*')
  if (star < 0) return pattern === text
  const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end)
}

const METHODS = new Set(['GET', 'PUT', 'HEAD', 'POST', 'DELETE'])

/**
 * Converts the rules of a document.
 *
 * @throws `InvalidRequest` for an invalid rule.
 */
export function corsRulesOf(rules: v.InferOutput<typeof corsSchema>['CORSRule']): readonly CorsRule[] {
  return rules.map(({ ID, AllowedHeader, AllowedMethod, AllowedOrigin, ExposeHeader, MaxAgeSeconds }) => {
    const method = AllowedMethod.find((each) => !METHODS.has(each))
    if (method !== undefined) {
      throw invalidRequest(`Found unsupported HTTP method in CORS config. Unsupported method is ${method}`)
    }
    const origin = AllowedOrigin.find((each) => each.split('*').length > 2)
    if (origin !== undefined) {
      throw invalidRequest(`AllowedOrigin "${origin}" can not have more than one wildcard.`)
    }
    return {
      id: ID ?? null,
      allowedHeaders: AllowedHeader,
      allowedMethods: AllowedMethod,
      allowedOrigins: AllowedOrigin,
      exposeHeaders: ExposeHeader,
      maxAgeSeconds: MaxAgeSeconds === undefined ? null : Number(MaxAgeSeconds),
    }
  })
}
