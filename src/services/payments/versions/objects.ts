import type { PaymentsContext } from '#payments/call.ts'
import { API_VERSION, type ApiVersion } from '#payments/schema/api-versions.ts'
import type { Members, ObjectTransform } from './change.ts'
import { CHANGES } from './index.ts'
import { withoutMembers } from './members.ts'

/** The transforms that lead from the newest version back to another, by kind of object. */
type Layer = ReadonlyMap<string, readonly ObjectTransform[]>

// Module state on purpose: the layers are the same for every instance. One is made when a version is first asked for.
const layers = new Map<ApiVersion, Layer>()

function layerOf(version: ApiVersion): Layer {
  const known = layers.get(version)
  if (known !== undefined) return known
  const layer = newLayer(version)
  layers.set(version, layer)
  return layer
}

function newLayer(version: ApiVersion): Layer {
  const layer = new Map<string, ObjectTransform[]>()
  const add = (kind: string, transform: ObjectTransform): void => {
    layer.set(kind, [...(layer.get(kind) ?? []), transform])
  }
  for (const { objects = {}, added = {} } of CHANGES.filter((change) => change.version > version)) {
    for (const [kind, transform] of Object.entries(objects)) add(kind, transform)
    for (const [kind, paths] of Object.entries(added)) add(kind, (object) => withoutMembers(object, paths))
  }
  return layer
}

/**
 * Returns an answer of the newest version as another version has it: every object in it is led through the transforms
 * of its kind, from the newest to the oldest. The answer itself where the version is the newest.
 */
export function inVersion<T>(context: PaymentsContext, answer: T, version: ApiVersion): T {
  if (version === API_VERSION) return answer
  return walk(context, answer, layerOf(version)) as T // an answer keeps its kind
}

/** Walks a JSON value from the outside to the inside, so that a transform finds the objects inside as they were. */
function walk(context: PaymentsContext, value: unknown, layer: Layer): unknown {
  if (Array.isArray(value)) return value.map((each) => walk(context, each, layer))
  if (typeof value !== 'object' || value === null) return value
  const object = transformed(context, value as Members, layer) // the members of a JSON object
  // An event keeps the version in which it happened.
  if (object['object'] === 'event') return object
  return Object.fromEntries(
    Object.entries(object).map(([name, each]) => [name, name === 'metadata' ? each : walk(context, each, layer)]),
  )
}

function transformed(context: PaymentsContext, object: Members, layer: Layer): Members {
  const { object: kind } = object
  if (typeof kind !== 'string' || isDeleted(object)) return object
  return (layer.get(kind) ?? []).reduce((before, transform) => transform(before, context), object)
}

/** True for what is left of a deleted record: `{id, object, deleted}`, which no version has changed. */
function isDeleted(object: Members): boolean {
  return object['deleted'] === true && Object.keys(object).length === 3
}
