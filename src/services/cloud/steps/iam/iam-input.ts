import * as v from 'valibot'
import { declareInput } from '#core/route-input.ts'
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
  const schema = v.object(entries)
  const step = input(schema)
  const authorized = (call: CloudCall): ReturnType<typeof step> => {
    const parsed = step(call)
    checkNames(parsed.input)
    const { action, resource, context } = iamAccess(call, parsed.input)
    requirePermission(call, action, resource, context)
    return parsed
  }
  return declareInput(authorized, { media: 'query', schema })
}
