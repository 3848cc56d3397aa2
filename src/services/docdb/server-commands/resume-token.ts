import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import { Binary, isDocument, type Document, type Value } from '#docdb/values/value.ts'

/**
 * The place of a change stream: after a change or one of its fragments, after the invalidation that follows a change,
 * or at a moment without an event (`mark`), when all changes up to a position have been looked at.
 */
export interface ResumeToken {
  readonly kind: 'event' | 'invalidation' | 'mark'
  /** The position of the change. */
  readonly position: number
  /** The number of the epoch of the change. */
  readonly epoch: number
  /** The number of the fragment; 0 for a change that is not split. */
  readonly fragment: number
}

/** The parts of a token that tell the kinds apart. */
const MARKS = { event: '6E04', invalidation: '6E0529', mark: '29296E04' } as const

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0').toUpperCase()
}

/** Writes a token, as the `_id` of an event has it. */
export function writeToken({ kind, position, epoch, fragment }: ResumeToken): Document {
  const part = fragment === 0 ? '' : `46${hex(fragment, 4)}`
  return { _data: `82${hex(position, 16)}2B02${hex(epoch, 8)}${MARKS[kind]}${part}` }
}

/**
 * Reads a token. What follows its parts does not count.
 *
 * @throws CommandError for one that no change stream has given.
 */
export function readToken(token: Value): ResumeToken {
  const data = hexIn(token)
  const match = /^82([0-9A-F]{16})2B02([0-9A-F]{8})(6E0529|29296E|6E)(?:04(?:46([0-9A-F]{4}))?)?/.exec(data)
  const [, position, epoch, mark, fragment = '0'] = match ?? []
  if (position === undefined || epoch === undefined) throw new CommandError(50_795, 'Invalid resume token')
  const [at, of, part] = [position, epoch, fragment].map((each) => Number.parseInt(each, 16))
  const kind = mark === MARKS.invalidation ? 'invalidation' : mark === '6E' ? 'event' : 'mark'
  return { kind, position: at ?? 0, epoch: of ?? 0, fragment: part ?? 0 }
}

function hexIn(token: Value): string {
  const { _data: data, _typeBits: typeBits } = isDocument(token) ? token : {}
  if (typeof data !== 'string')
    throw new CommandError(40_647, `Bad resume token: _data of missing or of wrong type: ${show(token)}`)
  if (typeBits !== undefined && !(typeBits instanceof Binary))
    throw new CommandError(40_648, `Bad resume token: _typeBits of wrong type: ${show(token)}`)
  if (data === '') throw new CommandError(40_649, 'Bad resume token: _data is empty')
  if (!/^(?:[0-9a-f]{2})+$/i.test(data))
    throw new CommandError('FailedToParse', 'resume token string was not a valid hex string')
  return data.toUpperCase()
}
