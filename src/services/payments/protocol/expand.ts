import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { Resource } from './resource.ts'

/** The deepest expansion, the `data` of lists included. https://docs.stripe.com/api/expanding_objects */
const DEEPEST = 4

/** The resources of the API by their `object`. */
export type Resources = Pick<ReadonlyMap<string, Resource>, 'get'>

type Members = Record<string, unknown>

/** The context of an expansion, with the records that ids name. */
export interface Expansion {
  readonly context: PaymentsContext
  readonly account: string
  readonly resources: Resources
}

/**
 * Returns an object of the API with the ids on these paths replaced by the objects that they name.
 *
 * @throws 400 for a member that cannot be expanded, and for a path of more than four levels.
 */
export function expanded(expansion: Expansion, object: object, paths: readonly string[]): object {
  if (paths.length === 0) return object
  const copy = structuredClone(object) as Members // JSON
  for (const path of paths) {
    const segments = path.split('.')
    if (segments.length > DEEPEST) {
      throw invalidRequest(`You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`, {
        param: 'expand',
      })
    }
    expandPath(expansion, copy, segments, { path, kind: null, inside: '' })
  }
  return copy
}

/**
 * The position in an object: the path of the request, the kind of the nearest object, and the path inside that object.
 */
interface Position {
  readonly path: string
  readonly kind: string | null
  readonly inside: string
}

function expandPath(expansion: Expansion, value: Members, segments: readonly string[], at: Position): void {
  const [name = '', ...rest] = segments
  const object = value['object']
  const kind = typeof object === 'string' ? object : at.kind
  const inside = typeof object === 'string' || at.inside === '' ? name : `${at.inside}.${name}`
  if (object === 'list' || object === 'search_result') {
    // A search has counted its matches itself.
    if (name === 'total_count' && object === 'search_result' && rest.length === 0) return
    if (name !== 'data') {
      const isWholePath = at.path === segments.join('.')
      throw notExpandable(at.path, isWholePath ? ` You may want to try expanding 'data.${at.path}' instead.` : '')
    }
    for (const item of (value['data'] ?? []) as Members[]) {
      // a list's data are objects
      if (rest.length > 0) expandPath(expansion, item, rest, { ...at, kind: null, inside: '' })
    }
    return
  }
  if (value['deleted'] === true) return
  if (name === 'metadata') throw notExpandable(at.path)
  const resource = kind === null ? undefined : expansion.resources.get(kind)
  include(expansion, value, resource, inside)
  const kinds = resource?.expandable[inside]
  const before = value[name]
  const leadsOn =
    resource !== undefined && Object.keys(resource.expandable).some((each) => each.startsWith(`${inside}.`))
  if (kinds === undefined && !leadsOn && !isObject(before)) throw notExpandable(at.path)
  if (kinds !== undefined && typeof before === 'string') value[name] = replacement(expansion, kinds, before)
  if (kinds !== undefined && Array.isArray(before)) {
    value[name] = before.map((each: unknown) => (typeof each === 'string' ? replacement(expansion, kinds, each) : each))
  }
  if (rest.length === 0) {
    if (kinds === undefined && !isObject(before) && value[name] === before) throw notExpandable(at.path)
    return
  }
  for (const next of [value[name]].flat()) {
    if (isObject(next)) expandPath(expansion, next, rest, { path: at.path, kind, inside })
  }
}

/** Adds a member that is there only when it is expanded. */
function include(
  { context, account }: Expansion,
  value: Members,
  resource: Resource | undefined,
  inside: string,
): void {
  const write = resource?.includable?.[inside]
  const id = value['id']
  if (write === undefined) return
  value[inside.slice(inside.lastIndexOf('.') + 1)] = write(context, account, typeof id === 'string' ? id : '', value)
}

function replacement({ context, account, resources }: Expansion, kinds: readonly string[], id: string): unknown {
  for (const kind of kinds) {
    const found = resources.get(kind)?.read(context, account, id)
    if (found !== undefined) return structuredClone(found)
  }
  return id
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

function notExpandable(path: string, advice = ''): Error {
  return invalidRequest(`This property cannot be expanded (${path}).${advice}`, { param: 'expand' })
}
