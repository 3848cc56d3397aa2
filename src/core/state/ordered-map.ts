import { childIndex, comparePrefix, lowerBound, upperBound, type Key } from './key.ts'
import {
  collect,
  collectBetween,
  collectEntries,
  entriesOutside,
  nodesOf,
  sizeOf,
  smallestKey,
  widthOf,
  type Branch,
  type Leaf,
  type Node,
} from './tree-nodes.ts'

const FANOUT = 64

declare const kind: unique symbol

/** A version of a map, which shares its nodes with the map. Only {@link OrderedMap.rewind} reads it. */
export interface Mark<V> {
  readonly [kind]: V
}

/** The changes of a map since one of its versions. */
export interface MapChanges<V> {
  /** The entries that are new or have another value. */
  readonly set: readonly (readonly [Key, V])[]
  /** The keys of the entries that are gone. */
  readonly deleted: readonly Key[]
}

/** The right to change nodes in place, and the count of changes. Maps that are always marked together share one. */
export class Ownership {
  /** The owner of the nodes that the present version made. */
  current: object = {}
  /** The number of changes of these maps so far. Going back to a mark is one of them. */
  changes = 0

  /** Makes every node so far a shared one, which is copied before it is changed. */
  renew(): void {
    this.current = {}
  }
}

/**
 * A sorted map that can be marked and rewound in constant time and that keeps counts: the position of a key, the entry
 * at a position and the size of a range each cost a walk from the root.
 *
 * The map is a B+ tree whose nodes are shared between versions: a node is changed in place only by the version that
 * owns it, and copied otherwise. Deletion removes a node only when it is empty, which is simple, and leaves the tree at
 * its greatest depth so far.
 */
export class OrderedMap<V> {
  readonly #ownership: Ownership
  #root: Node<V>
  /** The number of parts of each key. Not known while the map is empty. */
  #width: number
  #changedAt = 0
  /** The value that the last call of {@link set} has replaced. */
  #replaced: V | undefined
  /** The new right neighbour of the node that the last step of a {@link set} has changed. */
  #neighbour: Node<V> | undefined

  /** @param mark the version to begin with; absent: an empty one */
  constructor(ownership: Ownership = new Ownership(), mark?: Mark<V>) {
    this.#ownership = ownership
    this.#root = mark === undefined ? this.#leaf() : (mark as unknown as Node<V>) // only mark() makes one
    this.#width = widthOf(this.#root)
  }

  /** The value of {@link Ownership.changes} after the last change of this map. */
  get changedAt(): number {
    return this.#changedAt
  }

  #change(): void {
    this.#ownership.changes += 1
    this.#changedAt = this.#ownership.changes
  }

  /** The number of entries. */
  get size(): number {
    return sizeOf(this.#root)
  }

  /** Returns the present version. The caller renews the ownership, so that later changes do not affect the mark. */
  mark(): Mark<V> {
    return this.#root as unknown as Mark<V> // opaque to everyone else
  }

  /** Goes back to the version of a mark. The caller renews the ownership. */
  rewind(mark: Mark<V>): void {
    this.#change()
    this.#root = mark as unknown as Node<V> // only mark() makes one
    this.#width = widthOf(this.#root)
  }

  /** Returns the value under exactly this key, or undefined. */
  get(key: Key): V | undefined {
    let node = this.#root
    // A single value, such as the clock's reading, has no parts of a key.
    if (key.length === 0) return 'values' in node ? node.values[0] : undefined
    while ('children' in node) {
      const child = node.children[childIndex(node.keys, this.#width, key)]
      if (child === undefined) return undefined
      node = child
    }
    return this.#valueAt(node, lowerBound(node.keys, this.#width, key), key)
  }

  /** Returns the value at a position of a leaf if its key begins with `prefix`. */
  #valueAt(leaf: Leaf<V>, index: number, prefix: Key): V | undefined {
    return this.#beginsWith(leaf, index, prefix) ? leaf.values[index] : undefined
  }

  /** Returns whether a leaf has a key at a position, which begins with `prefix`. */
  #beginsWith({ keys, values }: Leaf<V>, index: number, prefix: Key): boolean {
    return index < values.length && comparePrefix(keys, index * this.#width, prefix) === 0
  }

  /**
   * Puts `value` under `key`. Returns the value that it replaces, or undefined.
   *
   * @throws for a key with another number of parts than those of the map.
   */
  set(key: Key, value: V): V | undefined {
    if (this.size === 0) this.#width = key.length
    else if (key.length !== this.#width) {
      throw new Error(`a key of ${key.length} parts, [${key.join(', ')}], in a map of keys with ${this.#width}`)
    }
    this.#change()
    this.#replaced = undefined
    const root = this.#set(this.#root, key, value)
    this.#root = this.#neighbour === undefined ? root : this.#branch([root, this.#neighbour])
    this.#neighbour = undefined
    const replaced = this.#replaced
    this.#replaced = undefined
    return replaced
  }

  /** Removes the entry under `key`. Returns whether it existed. */
  delete(key: Key): boolean {
    if (this.get(key) === undefined) return false
    this.#change()
    const root = this.#own(this.#root)
    this.#delete(root, key)
    this.#root = root
    while ('children' in this.#root && this.#root.children.length === 1) {
      const only = this.#root.children[0]
      if (only === undefined) break
      this.#root = only
    }
    if ('children' in this.#root && this.#root.children.length === 0) {
      this.#root = this.#leaf()
    }
    return true
  }

  /**
   * Returns the positions of the entries whose keys begin with `prefix`: from `start` up to, but not including, `end`.
   */
  range(prefix: Key): { start: number; end: number } {
    return { start: this.#rank(prefix, lowerBound), end: this.#rank(prefix, upperBound) }
  }

  /** Returns the value of the first entry whose key begins with `prefix`, or undefined. */
  first(prefix: Key): V | undefined {
    let node = this.#root
    let right: Node<V> | undefined
    while ('children' in node) {
      const index = Math.max(0, lowerBound(node.keys, this.#width, prefix) - 1)
      right = node.children[index + 1] ?? right
      const child = node.children[index]
      if (child === undefined) return undefined
      node = child
    }
    let index = lowerBound(node.keys, this.#width, prefix)
    // All keys here may be below the prefix: then the next leaf has the first one that is not.
    if (index === node.values.length && right !== undefined) {
      while ('children' in right && right.children[0] !== undefined) right = right.children[0]
      if ('children' in right) return undefined
      node = right
      index = 0
    }
    return this.#valueAt(node, index, prefix)
  }

  /**
   * Returns the values of the entries from the first key that is not below `from` up to, but not including, the first
   * that is not below `to`, but `most` at most. Costs one walk from the root.
   */
  between(from: Key, to: Key, most: number): V[] {
    const values: V[] = []
    collectBetween(this.#root, { from, to, most }, values, false)
    return values
  }

  /** Returns the position of the first entry whose key is not below `key`. */
  rank(key: Key): number {
    return this.#rank(key, lowerBound)
  }

  /** Returns the values at the positions from `start` up to, but not including, `end`, in key order. */
  slice(start: number, end: number): V[] {
    const values: V[] = []
    collect(this.#root, Math.max(0, start), Math.min(end, this.size), values)
    return values
  }

  /** Returns all entries, in key order. */
  entries(): [Key, V][] {
    const found: [Key, V][] = []
    collectEntries(this.#root, found)
    return found
  }

  /**
   * Returns what has changed since the version of a mark. Nodes that both versions share are not looked into, so that a
   * few changes of a large map cost little.
   */
  changesSince(mark: Mark<V>): MapChanges<V> {
    const before = mark as unknown as Node<V> // only mark() makes one
    if (before === this.#root) return { set: [], deleted: [] }
    const old = new Map<string, [Key, V]>()
    for (const entry of entriesOutside(before, nodesOf(this.#root))) old.set(JSON.stringify(entry[0]), entry)
    const set: [Key, V][] = []
    for (const entry of entriesOutside(this.#root, nodesOf(before))) {
      const text = JSON.stringify(entry[0])
      const known = old.get(text)
      old.delete(text)
      if (known === undefined || known[1] !== entry[1]) set.push(entry)
    }
    return { set, deleted: [...old.values()].map(([key]) => key) }
  }

  /** Removes all entries. */
  clear(): void {
    this.#change()
    this.#root = this.#leaf()
  }

  #leaf(): Leaf<V> {
    return { owner: this.#ownership.current, keys: [], values: [] }
  }

  #rank(key: Key, bound: typeof lowerBound): number {
    let node = this.#root
    let rank = 0
    while ('children' in node) {
      // The bound may lie inside the child before the first one whose smallest key is past it.
      const index = Math.max(0, bound(node.keys, this.#width, key) - 1)
      for (let before = 0; before < index; before++) rank += sizeOf(node.children[before] as Node<V>) // before < index
      const child = node.children[index]
      if (child === undefined) return rank
      node = child
    }
    return rank + bound(node.keys, this.#width, key)
  }

  #own<N extends Node<V>>(node: N): N
  #own(node: Node<V>): Node<V> {
    if (node.owner === this.#ownership.current) return node
    return 'children' in node
      ? { owner: this.#ownership.current, keys: node.keys.slice(), children: node.children.slice(), size: node.size }
      : { owner: this.#ownership.current, keys: node.keys.slice(), values: node.values.slice() }
  }

  /**
   * Returns the leaf, owned, with one more entry. A shared leaf is copied together with the entry, which copies once.
   */
  #withEntry(leaf: Leaf<V>, index: number, key: Key, value: V): Leaf<V> {
    const at = index * this.#width
    if (leaf.owner !== this.#ownership.current) {
      const { keys, values } = leaf
      return {
        owner: this.#ownership.current,
        keys: keys.toSpliced(at, 0, ...key),
        values: values.toSpliced(index, 0, value),
      }
    }
    if (index === leaf.values.length) {
      for (const part of key) leaf.keys.push(part)
      leaf.values.push(value)
    } else {
      leaf.keys.splice(at, 0, ...key)
      leaf.values.splice(index, 0, value)
    }
    return leaf
  }

  #branch(children: Node<V>[]): Branch<V> {
    return {
      owner: this.#ownership.current,
      keys: children.flatMap((child) => smallestKey(child, this.#width)),
      children,
      size: children.reduce((sum, child) => sum + sizeOf(child), 0),
    }
  }

  /** Sets a value below a node. Returns the owned node, and leaves its new right neighbour when the node was split. */
  #set(shared: Node<V>, key: Key, value: V): Node<V> {
    this.#neighbour = undefined
    if ('children' in shared) {
      const node = this.#own(shared)
      const index = childIndex(node.keys, this.#width, key)
      const child = node.children[index]
      if (child === undefined) throw new Error('a branch of an ordered map has no children')
      const before = sizeOf(child)
      const left = this.#set(child, key, value)
      const right = this.#neighbour
      this.#neighbour = undefined
      node.size += sizeOf(left) + (right === undefined ? 0 : sizeOf(right)) - before
      node.children[index] = left
      this.#noteSmallest(node, index, left)
      if (right !== undefined) {
        node.children.splice(index + 1, 0, right)
        node.keys.splice((index + 1) * this.#width, 0, ...smallestKey(right, this.#width))
      }
      if (node.children.length <= FANOUT) return node
      const at = splitPoint(index, node.children.length)
      const tail = this.#branch(node.children.splice(at))
      node.keys.length = at * this.#width
      node.size -= tail.size
      this.#neighbour = tail
      return node
    }
    const index = lowerBound(shared.keys, this.#width, key)
    if (this.#beginsWith(shared, index, key)) {
      const node = this.#own(shared)
      this.#replaced = node.values[index]
      node.values[index] = value
      return node
    }
    const node = this.#withEntry(shared, index, key, value)
    if (node.values.length <= FANOUT) return node
    const at = splitPoint(index, node.values.length)
    const keys = node.keys.splice(at * this.#width)
    this.#neighbour = { owner: this.#ownership.current, keys, values: node.values.splice(at) }
    return node
  }

  /** Notes the smallest key below a child of a branch. */
  #noteSmallest({ keys }: Branch<V>, index: number, child: Node<V>): void {
    const at = index * this.#width
    for (let part = 0; part < this.#width; part++) keys[at + part] = child.keys[part] ?? null
  }

  #delete(node: Node<V>, key: Key): void {
    if ('children' in node) {
      const index = childIndex(node.keys, this.#width, key)
      const below = node.children[index]
      if (below === undefined) return
      const child = this.#own(below)
      this.#delete(child, key)
      node.size -= 1
      if (sizeOf(child) === 0) {
        node.children.splice(index, 1)
        node.keys.splice(index * this.#width, this.#width)
      } else {
        node.children[index] = child
        this.#noteSmallest(node, index, child)
      }
      return
    }
    const index = lowerBound(node.keys, this.#width, key)
    node.keys.splice(index * this.#width, this.#width)
    node.values.splice(index, 1)
  }
}

/**
 * Returns where to split a node. After an append the left node stays full, so that growing collections pack their
 * nodes.
 */
function splitPoint(changedIndex: number, length: number): number {
  return changedIndex >= length - 2 ? length - 1 : length >> 1
}
