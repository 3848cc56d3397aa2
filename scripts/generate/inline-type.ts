import type { JsonSchema } from './seed-types.ts'

/** Returns the TypeScript type of a JSON Schema as one expression. */
export function inlineType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((each) => JSON.stringify(each)))
  if (schema.anyOf !== undefined) return union(schema.anyOf.map(inlineType))
  if (typeof schema.type === 'object') return union(schema.type.map((type) => inlineType({ ...schema, type })))
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return `(${inlineType(schema.items ?? {})})[]`.replace(/^\((\w+)\)/, '$1')
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

function objectType({ properties = {}, required = [], additionalProperties: others }: JsonSchema): string {
  const members = Object.entries(properties).map(([name, member]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    return `${key}${required.includes(name) ? '' : '?'}: ${inlineType(member)}`
  })
  if (members.length > 0) return `{ ${members.join('; ')} }`
  return typeof others === 'object' ? `{ [name: string]: ${inlineType(others)} }` : 'object'
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)]
  return distinct.includes('unknown') ? 'unknown' : distinct.join(' | ')
}
