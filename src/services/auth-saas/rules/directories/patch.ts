import { isRecord } from '#core/objects.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'

/**
 * Returns a resource with the operations of a PATCH: `add`, `replace` and `remove` of members, of members within
 * members (`name.givenName`), and of the values of a list (`members[value eq "1"]`). RFC 7644, section 3.5.2
 */
export function patched(resource: Metadata, operations: unknown): Metadata {
  const list: readonly unknown[] = Array.isArray(operations) ? operations : []
  return list.filter(isRecord).reduce((before, operation) => applied(before, operation), resource)
}

function applied(resource: Metadata, { op, path, value }: Metadata): Metadata {
  const kind = String(op).toLowerCase()
  if (typeof path !== 'string') return kind === 'remove' || !isRecord(value) ? resource : { ...resource, ...value }
  const [, name = path, filtered, below] = /^([\w:$]+)(?:\[value eq "([^"]*)"\])?(?:\.(\w+))?$/i.exec(path) ?? []
  if (filtered !== undefined) {
    return kind === 'remove' ? { ...resource, [name]: without(resource[name], filtered) } : resource
  }
  if (below !== undefined) {
    const part = resource[name]
    return { ...resource, [name]: changedMember(isRecord(part) ? part : {}, kind, below, value) }
  }
  return changedMember(resource, kind, name, value)
}

function changedMember(resource: Metadata, kind: string, name: string, value: unknown): Metadata {
  if (kind === 'remove') {
    const gone = Array.isArray(value) ? value.filter(isRecord).map((each) => String(each['value'])) : []
    if (gone.length > 0) {
      return { ...resource, [name]: gone.reduce<unknown>((left, each) => without(left, each), resource[name]) }
    }
    return Object.fromEntries(Object.entries(resource).filter(([each]) => each !== name))
  }
  const before = resource[name]
  const isList = kind === 'add' && Array.isArray(before) && Array.isArray(value)
  return { ...resource, [name]: isList ? [...(before as readonly unknown[]), ...(value as readonly unknown[])] : value }
}

function without(list: unknown, value: string): readonly unknown[] {
  const all: readonly unknown[] = Array.isArray(list) ? list : []
  return all.filter((each) => !isRecord(each) || each['value'] !== value)
}
