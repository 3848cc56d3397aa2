import { ProtocolError, type PktReader } from './pkt-line.ts'
import { parseFilter, type ObjectFilter } from './select-objects.ts'
import type { Deepening } from './shallow.ts'

/** The request of a client that fetches, in either version of the protocol. */
export interface FetchRequest {
  readonly version: 0 | 2
  /** The SHAs of the objects to send. */
  readonly wants: readonly string[]
  /** The names of refs to send, in version 2. */
  readonly wantRefs: readonly string[]
  /** The SHAs of commits that the client has. */
  readonly haves: readonly string[]
  /** True when the client has named all that it has. */
  readonly done: boolean
  /** The commits whose parents the client does not have. */
  readonly shallow: ReadonlySet<string>
  /** Null when the client leaves the end of its history where it is. The refs of `not` are names. */
  readonly deepening: Deepening | null
  readonly filter: ObjectFilter | null
  /** False where the client asks for the end of its history only, in version 0. */
  readonly negotiates: boolean
  /** The capabilities and the words without a value: `thin-pack`, `no-progress`, `side-band-64k`. */
  readonly options: ReadonlySet<string>
}

/**
 * Reads a request of version 0. https://git-scm.com/docs/pack-protocol#_packfile_negotiation
 *
 * @throws ProtocolError
 */
export function readFetchV0(reader: PktReader): FetchRequest {
  const lines = reader.texts()
  const [, first = '', capabilities = ''] = /^want (\S+) ?(.*)$/.exec(lines[0] ?? '') ?? []
  const negotiation: string[] = []
  const { isAtEnd } = reader
  for (let line = reader.next(); line !== null; line = reader.next()) {
    if (typeof line !== 'string') negotiation.push(line.toString().replace(/\n$/, ''))
  }
  const wanted = first === '' ? [] : [`want ${first}`, ...lines.slice(1)]
  return { ...requestOf(0, [...wanted, ...negotiation], capabilities.split(' ')), negotiates: !isAtEnd }
}

/**
 * Reads the arguments of the command `fetch` of version 2. https://git-scm.com/docs/protocol-v2#_fetch
 *
 * @throws ProtocolError
 */
export function readFetchV2(argumentLines: readonly string[]): FetchRequest {
  return requestOf(2, argumentLines, [])
}

function requestOf(version: 0 | 2, lines: readonly string[], capabilities: readonly string[]): FetchRequest {
  const values = new Map<string, string[]>()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^ ]+) ?(.*)$/s.exec(line) ?? []
    values.set(name, [...(values.get(name) ?? []), value])
  }
  const all = (name: string): readonly string[] => values.get(name) ?? []
  const shas = (name: string): string[] => [...new Set(all(name).map((value) => shaOf(name, value)))]
  const options = new Set([...capabilities, ...values.keys()])
  const spec = all('filter')[0]
  const filter = spec === undefined ? null : parseFilter(spec)
  if (spec !== undefined && filter === null) throw new ProtocolError(`invalid filter-spec '${spec}'`)
  return {
    version,
    wants: shas('want'),
    wantRefs: all('want-ref'),
    haves: shas('have'),
    done: values.has('done'),
    shallow: new Set(shas('shallow')),
    deepening: deepeningOf(values, options.has('deepen-relative')),
    filter,
    negotiates: true,
    options,
  }
}

function deepeningOf(values: ReadonlyMap<string, readonly string[]>, relative: boolean): Deepening | null {
  const [depth] = values.get('deepen') ?? []
  const [since] = values.get('deepen-since') ?? []
  const not = values.get('deepen-not') ?? []
  if (depth !== undefined && (since !== undefined || not.length > 0)) {
    throw new ProtocolError('git upload-pack: deepen and deepen-since (or deepen-not) cannot be used together')
  }
  // A depth of 0 asks for no change.
  if ((depth === undefined || depth === '0') && since === undefined && not.length === 0) return null
  return {
    depth: depth === undefined ? null : numberOf('deepen', depth),
    relative,
    since: since === undefined ? null : numberOf('deepen-since', since) * 1000,
    not,
  }
}

function shaOf(name: string, value: string): string {
  if (!/^[0-9a-f]{40}$/.test(value))
    throw new ProtocolError(`git upload-pack: protocol error, expected to get oid, not '${name} ${value}'`)
  return value
}

function numberOf(name: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new ProtocolError(`Invalid ${name}: ${name} ${value}`)
  return Number(value)
}
