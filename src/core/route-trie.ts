/** A path in the trie that a request may match. */
interface Place<R> {
  readonly route: R
  /** The names of the parameters, in the order of their segments. */
  readonly names: readonly string[]
  /** The number of fixed segments of the path. */
  readonly fixed: number
  /** The number of paths that were added before. */
  readonly order: number
}

interface Node<R> {
  readonly children: Map<string, Node<R>>
  /** The node behind a segment that is a parameter. */
  param: Node<R> | null
  /** The node behind several segments (`*`). */
  rest: Node<R> | null
  /** The paths that end here, by method. */
  readonly ends: Map<string, Place<R>>
}

/** A parameter's first segment, and the one after its last. */
type Span = readonly [from: number, to: number]

/** The best path so far, with the segments of its parameters. */
interface Found<R> {
  place: Place<R> | null
  spans: readonly Span[]
}

/** Paths by their segments. `:name` is one segment, `*` is several, up to the segment after it or the end. */
export class RouteTrie<R> {
  readonly #root: Node<R> = emptyNode()
  #size = 0

  /** Adds a path. Of two that match the same requests, the first counts. */
  add(method: string, path: string, route: R): void {
    const names: string[] = []
    let fixed = 0
    let node = this.#root
    for (const segment of segmentsOf(path)) {
      if (segment === '*') {
        names.push('*')
        node = node.rest ??= emptyNode()
      } else if (segment.startsWith(':')) {
        names.push(segment.slice(1))
        node = node.param ??= emptyNode()
      } else {
        fixed += 1
        const next = node.children.get(segment) ?? emptyNode<R>()
        node.children.set(segment, next)
        node = next
      }
    }
    if (!node.ends.has(method)) node.ends.set(method, { route, names, fixed, order: this.#size })
    this.#size += 1
  }

  /**
   * Returns what was added for this method and path, with its parameters as they are in the path: of several the one
   * with most fixed segments, and of those the first.
   */
  match(method: string, path: string): { readonly route: R; readonly params: Readonly<Record<string, string>> } | null {
    const segments = segmentsOf(path)
    const found: Found<R> = { place: null, spans: [] }
    search(this.#root, method, segments, 0, [], found)
    if (found.place === null) return null
    const { route, names } = found.place
    const params: Record<string, string> = {}
    for (let at = 0; at < names.length; at++) {
      const [from, to] = found.spans[at] ?? [0, 0]
      params[names[at] ?? ''] = to === from + 1 ? (segments[from] ?? '') : segments.slice(from, to).join('/')
    }
    return { route, params }
  }
}

function emptyNode<R>(): Node<R> {
  return { children: new Map(), param: null, rest: null, ends: new Map() }
}

function segmentsOf(path: string): string[] {
  return (path.startsWith('/') ? path.slice(1) : path).split('/')
}

/** Looks below a node for the segments from `at` on. `spans` are those of the parameters before. */
function search<R>(
  node: Node<R>,
  method: string,
  segments: readonly string[],
  at: number,
  spans: Span[],
  found: Found<R>,
): void {
  if (at === segments.length) {
    const place = node.ends.get(method)
    if (place !== undefined && isBetter(place, found.place)) {
      found.place = place
      found.spans = [...spans]
    }
    return
  }
  const segment = segments[at] ?? ''
  const child = node.children.get(segment)
  if (child !== undefined) search(child, method, segments, at + 1, spans, found)
  // An empty segment is the value of no parameter.
  if (node.param !== null && segment !== '') {
    spans.push([at, at + 1])
    search(node.param, method, segments, at + 1, spans, found)
    spans.pop()
  }
  if (node.rest !== null) searchBehindRest(node.rest, method, segments, at, spans, found)
}

/** Looks behind `*`, which takes as many segments as it can: all of them first. It does not take one empty segment. */
function searchBehindRest<R>(
  node: Node<R>,
  method: string,
  segments: readonly string[],
  at: number,
  spans: Span[],
  found: Found<R>,
): void {
  const least = segments[at] === '' ? at + 2 : at + 1
  for (let end = segments.length; end >= least; end--) {
    spans.push([at, end])
    search(node, method, segments, end, spans, found)
    spans.pop()
  }
}

function isBetter<R>(place: Place<R>, before: Place<R> | null): boolean {
  if (before === null) return true
  return place.fixed === before.fixed ? place.order < before.order : place.fixed > before.fixed
}
