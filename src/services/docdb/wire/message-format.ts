import type { MessageFormat } from '#core/http/message-format.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { errorReply } from '#docdb/server-commands/error-reply.ts'
import { bindCallbackPools, losesContext } from './callback-pools.ts'
import { tagOfApplication } from './greeting.ts'
import { LARGEST_MESSAGE, MORE_TO_COME, OP_MSG, OP_QUERY, readMessage, replyMessage } from './messages.ts'

/** The commands that are about the connection: a pool or a monitor sends them on nobody's behalf. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'hello',
  'isMaster',
  'ismaster',
  'saslStart',
  'saslContinue',
  'ping',
  'endSessions',
])

/** The place of the operation code, and of what follows the header. */
const CODE = 12
const BODY = 16

/** https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
export const messageFormat: MessageFormat = {
  headLength: 4,
  lengthOf(head) {
    const length = head.readInt32LE(0)
    if (length < BODY + 5 || length > LARGEST_MESSAGE) throw new RangeError(`no message has ${length} bytes`)
    return length
  },
  isOfConnection: (message) => OF_CONNECTION.has(nameIn(message) ?? ''),
  tagIn: (message) => (nameIn(message) === null ? null : tagOfApplication(readMessage(message).command)),
  reasonAgainstSharing: (greeting) =>
    !bindCallbackPools() && losesContext(readMessage(greeting).command)
      ? 'its driver, of a version before 6.4, loses which request a command is for, and is bundled, so that it cannot be mended: ' +
        'use a later version, or leave the package mongodb out of the bundle'
      : null,
  hasMore: (message) =>
    message.readInt32LE(CODE) === OP_MSG && (message.readUInt32LE(BODY) & MORE_TO_COME) === MORE_TO_COME,
  refusalOf(message, reason) {
    const read = readMessage(message)
    return read.expectsReply ? replyMessage(read, errorReply(new CommandError('AtlasError', reason))) : null
  },
}

/**
 * Returns the name of a command: that of the first member of its document. null for a message whose document is not at
 * its beginning, or compressed, as no greeting is.
 */
function nameIn(message: Buffer): string | null {
  const code = message.readInt32LE(CODE)
  if (code === OP_QUERY) return nameAt(message, message.indexOf(0, BODY + 4) + 1 + 8)
  return code === OP_MSG && message[BODY + 4] === 0 ? nameAt(message, BODY + 5) : null
}

/** Returns the name of the first member of the document at a place. */
function nameAt(message: Buffer, at: number): string | null {
  const start = at + 5
  const end = message.indexOf(0, start)
  return end < 0 ? null : message.toString('latin1', start, end)
}
