import { toJsonSchema } from '@valibot/to-json-schema'
import { inputOf, type RouteInput } from '#core/route-input.ts'
import type { Route } from '#core/routes.ts'
import type { JsonSchema } from './seed-types.ts'
import { inlineType } from './inline-type.ts'

/** The longest type of a body that is written out; a longer one is an object with members of any type. */
const LONGEST = 600

/**
 * Returns the type with the types of a service's operations: the parameters in their paths, and their bodies as
 * far as a schema describes them. `others` are operations without a route: those within the bodies of the operation
 * `within`, whose type they have, and those of a protocol.
 */
export function operationTypes(
  pascal: string,
  id: string,
  routes: readonly Route[],
  others: readonly { readonly operations: readonly string[]; readonly within?: string | undefined }[],
): string {
  const members = new Map<string, string>()
  for (const route of routes) {
    // An operation with two paths has the parameters of either.
    const type = typesOf(route)
    const before = members.get(route.operation)
    if (before !== undefined && before !== type) members.set(route.operation, 'OperationTypes')
    else members.set(route.operation, type)
  }
  for (const { operations, within = '' } of others) {
    for (const operation of operations) members.set(operation, members.get(within) ?? 'OperationTypes')
  }
  const lines = [...members].map(([operation, type]) => `  '${operation}': ${type}\n`)
  return `import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of ${id}, each with the parameters of its path and its body. */
export interface ${pascal}Operations {
${lines.join('')}}
`
}

function typesOf({ path, readers = [] }: Route): string {
  const names = path.split('/').flatMap((segment) => {
    if (segment === '*') return ['*']
    return segment.startsWith(':') ? [segment.replace(/^:|\{.*$|\?.*$/g, '')] : []
  })
  const params = names.map((name) => `${/^\w+$/.test(name) ? name : `'${name}'`}: string`).join('; ')
  const input = readers.map(inputOf).find((each) => each !== undefined)
  const body = input === undefined ? undefined : bodyType(input)
  if (body === undefined && names.length === 0) return 'OperationTypes<Record<never, string>>'
  const parameters = names.length === 0 ? 'Record<never, string>' : `{ ${params} }`
  return body === undefined ? `OperationTypes<${parameters}>` : `OperationTypes<${parameters}, ${body}>`
}

/** Returns the type of a body as a client sends it; undefined where none is known. */
function bodyType({ media, schema }: RouteInput): string | undefined {
  if (schema === null || media === 'xml' || media === 'query') return undefined
  const converted = toJsonSchema(schema, { target: 'draft-07', typeMode: 'input', errorMode: 'ignore' })
  const type = inlineType(converted as JsonSchema) // other keywords are ignored
  if (type === 'unknown' || type === '{}') return undefined
  return type.length > LONGEST ? 'object' : type
}
