import type { OidcCall } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'

/**
 * Returns a boolean query parameter.
 *
 * @throws 400 for any other text than `true` and `false`.
 */
export function readFlag({ query }: Pick<OidcCall, 'query'>, name: string, byDefault: boolean): boolean {
  const text = query.get(name)
  if (text === null || text === '') return byDefault
  if (text !== 'true' && text !== 'false') throw validationFailed(name, `${name}: ${text} is neither true nor false`)
  return text === 'true'
}
