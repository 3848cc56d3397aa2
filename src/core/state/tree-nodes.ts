import { comparePrefix, lowerBound, type Key, type Keys } from './key.ts'

/** A node of the tree that holds entries. */
export interface Leaf<V> {
  owner: object
  keys: Keys
  values: V[]
}

/** A node of the tree that holds other nodes. */
export interface Branch<V> {
  owner: object
  /** The smallest key below each child. */
  keys: Keys
  children: Node<V>[]
  /** The number of entries below this branch. */
  size: number
}

/** A node of the tree of an ordered map. */
export type Node<V> = Leaf<V> | Branch<V>

/** Returns the number of entries below a node. */
export function sizeOf(node: Node<unknown>): number {
  return 'children' in node ? node.size : node.values.length
}

/** Returns the number of parts of the keys of a node; 0 when it has no keys. */
export function widthOf(node: Node<unknown>): number {
  return node.keys.length === 0 ? 0 : node.keys.length / ('children' in node ? node.children : node.values).length
}

/**
 * Returns the smallest key below a node.
 *
 * @throws for an empty node.
 */
export function smallestKey(node: Node<unknown>, width: number): Key {
  if (node.keys.length === 0) throw new Error('an ordered map holds an empty node')
  return node.keys.slice(0, width)
}

/** Adds the values at the positions from `start` up to, but not including, `end`. */
export function collect<V>(node: Node<V>, start: number, end: number, into: V[]): void {
  if (!('children' in node)) {
    for (let index = start; index < end; index++) into.push(node.values[index] as V) // start and end are within the leaf
    return
  }
  let before = 0
  for (const child of node.children) {
    if (before >= end) return
    const size = sizeOf(child)
    if (before + size > start) collect(child, Math.max(0, start - before), Math.min(size, end - before), into)
    before += size
  }
}

/** A part of a map, from a key to another, and the number of values that are wanted of it. */
interface Part {
  readonly from: Key
  readonly to: Key
  readonly most: number
}

/**
 * Adds the values of a part that are below a node; returns false when there is nothing more to add. `isBehind`: no key
 * below the node is below the part's first one.
 */
export function collectBetween<V>(node: Node<V>, part: Part, into: V[], isBehind: boolean): boolean {
  const { from, to, most } = part
  const width = widthOf(node)
  if ('children' in node) {
    const first = isBehind ? 0 : Math.max(0, lowerBound(node.keys, width, from) - 1)
    for (let index = first; index < node.children.length; index++) {
      const child = node.children[index] as Node<V> // index < children.length
      if (!collectBetween(child, part, into, isBehind || index > first)) return false
    }
    return true
  }
  for (let index = isBehind ? 0 : lowerBound(node.keys, width, from); index < node.values.length; index++) {
    if (into.length >= most || comparePrefix(node.keys, index * width, to) >= 0) return false
    into.push(node.values[index] as V) // one value for each key
  }
  return true
}

/** Returns a node and all nodes below it. */
export function nodesOf<V>(root: Node<V>): Set<Node<V>> {
  const found = new Set([root])
  // A set that grows while it is read gives what was added too.
  for (const node of found) if ('children' in node) for (const child of node.children) found.add(child)
  return found
}

/** Returns the entries below a node that are not in one of these shared nodes. */
export function entriesOutside<V>(root: Node<V>, shared: ReadonlySet<Node<V>>): [Key, V][] {
  const entries: [Key, V][] = []
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (shared.has(node)) continue
    if ('children' in node) for (const child of node.children) open.push(child)
    else collectEntries(node, entries)
  }
  return entries
}

/** Adds the entries below a node, in key order. */
export function collectEntries<V>(node: Node<V>, into: [Key, V][]): void {
  if ('children' in node) {
    for (const child of node.children) collectEntries(child, into)
    return
  }
  const width = widthOf(node)
  for (const [index, value] of node.values.entries())
    into.push([node.keys.slice(index * width, (index + 1) * width), value])
}
