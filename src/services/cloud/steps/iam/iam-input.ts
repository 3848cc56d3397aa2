import * as v from 'valibot'
import type { CloudCall } from '#cloud/call.ts'
import { requirePermission } from '#cloud/rules/iam/permission.ts'
import { input } from '#cloud/protocols/query.ts'
import { iamAccess } from '#cloud/rules/iam/access.ts'
import { checkNames } from '#cloud/rules/iam/parameters.ts'

/**
 * Returns a step that parses the parameters of an IAM operation, adds them as `input`, and authorizes the operation.
 *
 * @throws `ValidationError` and `AccessDenied`.
 */
export function iamInput<const E extends v.ObjectEntries>(
  entries: E,
): (call: CloudCall) => { readonly input: v.InferOutput<v.ObjectSchema<E, undefined>> } {
  const step = input(v.object(entries))
  return (call) => {
    const parsed = step(call)
    checkNames(parsed.input)
    const { action, resource, context } = iamAccess(call, parsed.input)
    requirePermission(call, action, resource, context)
    return parsed
  }
}
