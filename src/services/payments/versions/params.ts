import { isRecord } from '#core/objects.ts'
import type { Raw, RawHash } from '#payments/protocol/form.ts'

/** Returns a hash of parameters with these members. */
export function hashOf(members: Readonly<Record<string, Raw>>): RawHash {
  return Object.assign<object, RawHash>(Object.create(null) as object, members) // an object without members
}

// Array.isArray alone does not narrow a readonly list.
const isHash = (value: Raw | undefined): value is RawHash => isRecord(value)

/** Returns the hash that a parameter has; undefined for another value. */
export function hashIn(params: RawHash, name: string): RawHash | undefined {
  const value = params[name]
  return isHash(value) ? value : undefined
}

/** Returns parameters without these. */
export function withoutParams(params: RawHash, ...names: readonly string[]): RawHash {
  return hashOf(Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name))))
}

/** Returns parameters in which one has another value; `change` is not called where it is absent. */
export function withChanged(params: RawHash, name: string, change: (value: Raw) => Raw): RawHash {
  const value = params[name]
  return value === undefined ? params : hashOf({ ...params, [name]: change(value) })
}

/** Returns parameters in which one has another name. A parameter that has the name already stays. */
export function withRenamedParam(params: RawHash, from: string, to: string): RawHash {
  const value = params[from]
  if (value === undefined || params[to] !== undefined) return params
  return hashOf({ ...withoutParams(params, from), [to]: value })
}

/** Returns parameters in which every hash of a list is changed. */
export function withChangedItems(params: RawHash, name: string, change: (item: RawHash) => RawHash): RawHash {
  return withChanged(params, name, (value) => {
    const each = (item: Raw): Raw => (isHash(item) ? change(item) : item)
    if (Array.isArray(value)) return (value as readonly Raw[]).map(each) // Array.isArray does not narrow a readonly list
    if (!isHash(value)) return value
    return hashOf(Object.fromEntries(Object.entries(value).map(([position, item]) => [position, each(item)])))
  })
}

/** Returns the parameters of a preview in which every phase of the schedule that it describes is changed. */
export function withChangedPhases(params: RawHash, change: (phase: RawHash) => RawHash): RawHash {
  const details = hashIn(params, 'schedule_details')
  if (details === undefined) return params
  return hashOf({ ...params, schedule_details: withChangedItems(details, 'phases', change) })
}

/** Returns parameters that have a default where they do not name the parameter. */
export function withDefault(params: RawHash, name: string, value: Raw): RawHash {
  return params[name] === undefined ? hashOf({ ...params, [name]: value }) : params
}
