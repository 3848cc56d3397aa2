import { ProtocolError, type PktReader } from './pkt-line.ts'
import { NO_SHA } from './objects.ts'

/** The change of one ref that a client pushes. */
export interface RefCommand {
  /** The full name: `refs/heads/main`. */
  readonly name: string
  /** The SHA that the client takes the ref to have; null for a new ref. */
  readonly before: string | null
  /** The SHA that the ref gets; null for a deletion. */
  readonly after: string | null
}

/** The request of a client that pushes. https://git-scm.com/docs/pack-protocol#_reference_update_request_and_packfile_transfer */
export interface PushRequest {
  readonly commands: readonly RefCommand[]
  /** The capabilities that the client uses: `report-status`, `side-band-64k`, `atomic`. */
  readonly capabilities: ReadonlySet<string>
  readonly pushOptions: readonly string[]
  /** The place in the request at which the pack begins; there is none where all commands delete. */
  readonly packAt: number
}

/**
 * Reads the request of a client that pushes.
 *
 * @throws ProtocolError
 */
export function readPush(reader: PktReader): PushRequest {
  const [first = '', ...others] = reader.texts().filter((line) => !line.startsWith('shallow '))
  const [command = '', names = ''] = first.split('\0')
  const capabilities = new Set(names.split(' ').filter((each) => each !== ''))
  const commands = (first === '' ? [] : [command, ...others]).map(commandOf)
  const pushOptions = capabilities.has('push-options') ? reader.texts() : []
  return { commands, capabilities, pushOptions, packAt: reader.position }
}

function commandOf(line: string): RefCommand {
  const [, before = '', after = '', name] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/s.exec(line) ?? []
  if (name === undefined) throw new ProtocolError(`protocol error: expected old/new/ref, got '${line}'`)
  return { name, before: before === NO_SHA ? null : before, after: after === NO_SHA ? null : after }
}
