import { CommandError } from '#docdb/errors/command-error.ts'
import { Binary, isDocument, type Document, type Value } from '#docdb/values/value.ts'

/** The most bytes that an expression or a stage may hold: 100 MB. */
const MOST_MEMORY = 100 * 1024 * 1024

/** The size that the server counts for a value beside its content. */
const VALUE = 16

/** The size of an array or a document beside its content. */
const HEAD = 40

/** Values from this size are measured once, as a value may hold another many times over. */
const LARGE = 1024

/** The sizes of large values, which never change: a cache, and no state. */
const sizes = new WeakMap<object, number>()

/** Refuses what takes more memory than an expression or a stage may have. To be called before it is allocated. */
export function refuseMemory(name: string, bytes: number): void {
  if (bytes <= MOST_MEMORY) return
  throw new CommandError(
    'ExceededMemoryLimit',
    `${name} would use too much memory (${bytes} bytes) and cannot spill to disk. Memory limit: ${MOST_MEMORY} bytes`,
  )
}

/** Refuses an array of so many values before it is made. */
export function refuseLength(name: string, length: number): void {
  refuseMemory(name, HEAD + length * VALUE)
}

/** Returns a value that an expression has made, unless it takes more memory than it may. */
export function withinMemory<V extends Value | undefined>(name: string, value: V): V {
  refuseMemory(name, memoryOf(value))
  return value
}

/** Returns the bytes that a value takes, as the server counts them: about, and no more than is over the limit. */
function memoryOf(value: Value | undefined): number {
  if (typeof value === 'string') return VALUE + value.length
  if (typeof value !== 'object' || value === null) return VALUE
  if (value instanceof Binary) return VALUE + value.length()
  if (!Array.isArray(value) && !isDocument(value)) return VALUE
  const known = sizes.get(value)
  if (known !== undefined) return known
  let size = HEAD
  if (Array.isArray(value)) {
    for (const each of value) {
      size += memoryOf(each)
      if (size > MOST_MEMORY) break
    }
  } else {
    for (const name in value) {
      size += name.length + memoryOf(value[name])
      if (size > MOST_MEMORY) break
    }
  }
  if (size >= LARGE) sizes.set(value, size)
  return size
}

/**
 * Returns the count of a sort or of `$group`, which may hold any amount where it may use the disk.
 * https://www.mongodb.com/docs/manual/core/aggregation-pipeline-limits/#memory-restrictions
 */
export function spillingMemory(stage: '$group' | 'sort', allowDiskUse = true): Pick<StageMemory, 'add'> {
  if (allowDiskUse) return { add: () => {} }
  let held = 0
  const add = (value: Value): void => {
    held += memoryOf(value)
    if (held <= MOST_MEMORY) return
    throw new CommandError(
      'QueryExceededMemoryLimitNoDiskUseAllowed',
      stage === 'sort'
        ? `Sort exceeded memory limit of ${MOST_MEMORY} bytes, but did not opt in to external sorting.`
        : "Exceeded memory limit for $group, but didn't allow external sort. Pass allowDiskUse:true to opt in.",
    )
  }
  return { add }
}

/** Refuses a sort that holds more than it may: of the documents in order, the first `most`. */
export function refuseSortMemory(documents: readonly Document[], allowDiskUse?: boolean, most = Infinity): void {
  if (allowDiskUse !== false) return
  const memory = spillingMemory('sort', allowDiskUse)
  for (const each of most < documents.length ? documents.slice(0, most) : documents) memory.add(each)
}

/** Counts the memory of the documents that one run of a stage makes. */
export interface StageMemory {
  /** Counts a value; refuses the stage when it holds too much. */
  add(value: Value): void
  /** Counts the large values of a document that expressions have made, and `own` bytes for the document itself. */
  addMade(document: Document, own?: number): void
}

/** Returns the count of a stage, beginning at 0. */
export function stageMemory(stage: string): StageMemory {
  let held = 0
  const count = (bytes: number): void => {
    held += bytes
    if (held <= MOST_MEMORY) return
    throw new CommandError(
      'ExceededMemoryLimit',
      `${stage} used too much memory and cannot spill to disk. Memory limit: ${MOST_MEMORY} bytes`,
    )
  }
  return {
    add: (value) => count(memoryOf(value)),
    addMade: (document, own = 0) => {
      let bytes = own
      for (const name in document) {
        const value = document[name]
        if (typeof value === 'object' && value !== null) bytes += sizes.get(value) ?? 0
        else if (typeof value === 'string' && value.length > 64 * LARGE) bytes += value.length
      }
      count(bytes)
    },
  }
}
