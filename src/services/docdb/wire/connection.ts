import type { Duplex } from 'node:stream'
import { milliseconds } from '#core/duration.ts'
import type { ArmedFault } from '#core/faults.ts'
import type { StartedOperation } from '#core/http/protocol.ts'
import { ReceivedBytes } from '#core/http/received-bytes.ts'
import { EpochEnded } from '#core/store.ts'
import { MustWait } from '#docdb/server-commands/context.ts'
import type { WaitingOperation } from '#docdb/server-commands/runtime.ts'
import { commandName, HANDSHAKE, SECRET } from '#docdb/server-commands/table.ts'
import { EngineNotLoaded, startEngine } from '#docdb/scripts/engine.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { errorReply } from '#docdb/server-commands/error-reply.ts'
import { firstName, type Document } from '#docdb/values/value.ts'
import { awaitsChange, awaitTimeOf } from './awaited-hello.ts'
import { faultReply, withWriteConcernError, type FaultTarget } from './faults.ts'
import { LARGEST_MESSAGE, nextBatchOf, nextOf, readMessage, replyMessage, type CommandMessage } from './messages.ts'
import { CommandPaths, namespaceOf } from './shown.ts'
import { ReceivedCommand } from './received-command.ts'
import { adopt, type Connection } from './greeting.ts'
import type { DocdbHost, Server } from './server.ts'
import { startTimer, stopTimer } from '#core/real-time.ts'
import { isDone } from '#docdb/server-commands/outcome.ts'

/** The most bytes that a connection holds of the messages behind the one that it answers. */
const MOST_WAITING = 64 * 1024

/** The member of the replica set that a connection has reached, and the number of the connection. */
type Reached = Pick<Connection, 'id' | 'hosts' | 'member'>

/** Serves one connection of a driver: messages in, replies out, one after the other. */
export class DriverConnection {
  readonly #socket: Duplex
  readonly #host: DocdbHost
  readonly #server: Server
  readonly #connection: Connection
  readonly #received = new ReceivedBytes()
  readonly #paths = new CommandPaths()
  #isBusy = false
  /** The `getMore` that follows the one that was answered last, where the driver takes a stream of batches. */
  #following: CommandMessage | null = null
  /** The cursor of the stream of batches that is being sent. */
  #streamed: unknown = null
  /** True while the client has not read the replies that were sent. */
  #isUndrained = false
  #isGone = false
  /** End the waits of commands. A signal for them would take longer to make than a connection. */
  readonly #ends = new Set<() => void>()

  /** @param greetings the first messages of the client, which another instance has answered */
  constructor(socket: Duplex, host: DocdbHost, server: Server, reached: Reached, greetings: readonly Buffer[] = []) {
    this.#socket = socket
    this.#host = host
    this.#server = server
    this.#connection = {
      ...reached,
      serviceId: null,
      saysHello: false,
      application: null,
      username: null,
      database: '',
      conversation: null,
    }
    server.connections.current += 1
    server.connections.created += 1
    if (greetings.length > 0) adopt(this.#connection, greetings)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('drain', () => {
      this.#isUndrained = false
      this.#answerPending()
    })
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#leave())
  }

  #leave(): void {
    this.#isGone = true
    this.#server.connections.current -= 1
    // The client asks for no other batch of the stream, so its cursor would stay open.
    if (typeof this.#streamed === 'bigint') this.#server.runtime.kill(this.#streamed)
    for (const end of this.#ends) end()
  }

  #take(chunk: Buffer): void {
    this.#received.add(chunk)
    this.#answerPending()
  }

  /** True while no message may be answered: another is, or the replies before have not been read. */
  get #mustWait(): boolean {
    return this.#isBusy || this.#isUndrained
  }

  /** Answers the messages that have arrived whole, each after the batches that follow the one before. */
  #answerPending(): void {
    while (!this.#mustWait && !this.#socket.destroyed) {
      const following = this.#following
      if (following !== null) {
        this.#following = null
        this.#await(this.#answer(following, null))
        continue
      }
      const length = this.#received.first(4)?.readInt32LE(0)
      if (length === undefined) break
      if (length < 16 || length > LARGEST_MESSAGE) {
        this.#socket.destroy()
        return
      }
      if (this.#received.length < length) break
      const bytes = this.#received.take(length)
      let message: CommandMessage
      try {
        message = readMessage(bytes, this.#server.known)
      } catch {
        // Bytes that are no message have no id to reply to.
        this.#socket.destroy()
        return
      }
      this.#await(this.#answer(message, bytes))
    }
    this.#pauseOrResume()
  }

  /** Answers no other message before an answer that takes time. */
  #await(answered: Promise<void> | undefined): void {
    if (answered === undefined) return
    this.#isBusy = true
    void answered.finally(() => {
      this.#isBusy = false
      this.#answerPending()
    })
  }

  /** Reads on only while messages are answered, but for as much as shows that the client has gone. */
  #pauseOrResume(): void {
    if (this.#mustWait && this.#received.length >= MOST_WAITING) this.#socket.pause()
    else if (this.#socket.isPaused()) this.#socket.resume()
  }

  /**
   * Answers a message; returns a promise when that takes time. Whatever fails becomes the command's error reply.
   * `bytes`: those of the message; null for one that no driver has sent.
   */
  #answer(message: CommandMessage, bytes: Buffer | null): Promise<void> | undefined {
    const name = commandName(firstName(message.command))
    let started: StartedOperation | null = null
    try {
      if (awaitsChange(name, message.command)) return this.#answerHellos(message)
      const target = this.#commandOf(name, message, bytes)
      started = HANDSHAKE.has(name) ? null : this.#host.begin(target)
      const fault = started === null ? this.#host.faultFor(target) : started.fault
      target.runtime.count(name, target.path)
      const waiting =
        fault === null ? this.#run(message, started, null) : this.#answerWithFault(message, started, fault, target)
      return waiting?.catch((error: unknown) => this.#sendError(message, error, started))
    } catch (error) {
      this.#sendError(message, error, started)
      return undefined
    }
  }

  #commandOf(name: string, { command }: CommandMessage, bytes: Buffer | null): ReceivedCommand {
    const path = this.#paths.of(name, command)
    const request = SECRET.has(name) ? null : bytes
    return new ReceivedCommand(name, path, { command, request }, this.#connection, this.#server.runtime)
  }

  /** Answers a `hello` that waits for a change of the replica set: with one reply, or a stream of them. */
  async #answerHellos(first: CommandMessage): Promise<void> {
    let message = first
    for (;;) {
      try {
        const next = await this.#answerHello(message)
        if (next === null) return
        message = next
      } catch (error) {
        return this.#sendError(message, error, null)
      }
    }
  }

  /** Answers a `hello` that waits; returns the next one, where the driver takes a stream of replies. */
  async #answerHello(message: CommandMessage): Promise<CommandMessage | null> {
    const { command } = message
    const target = this.#commandOf('hello', message, null)
    const fault = this.#host.faultFor(target)
    if (fault !== null && (fault.connection !== undefined || faultReply(fault, target) !== null)) {
      await this.#answerWithFault(message, null, fault, target)
      return null
    }
    // A driver takes the end of a stream for a failure, so a reply that is only late is followed by others.
    if (fault?.delay !== undefined) await this.#pause(milliseconds(fault.delay))
    const { replicaSet } = this.#server
    if (replicaSet.isKnown(command['topologyVersion'], this.#connection.member))
      await this.#pause(awaitTimeOf(command), (listener) => replicaSet.onChange(listener))
    if (this.#isGone) return null
    const reply = this.#server.run(command, this.#connection, true)
    const next = message.allowsExhaust ? nextOf(message, { topologyVersion: reply['topologyVersion'] ?? null }) : null
    if (!this.#socket.write(replyMessage(message, reply, next !== null))) await this.#drained()
    return next
  }

  async #answerWithFault(
    message: CommandMessage,
    started: StartedOperation | null,
    fault: ArmedFault,
    target: FaultTarget,
  ): Promise<void> {
    if (fault.delay !== undefined) await this.#pause(milliseconds(fault.delay))
    if (fault.connection === 'drop') {
      started?.end(null, null)
      this.#socket.destroy()
      return
    }
    const reply = faultReply(fault, target)
    if (reply !== null) this.#send(message, reply, started, null)
    else await this.#run(message, started, fault)
  }

  /** Runs a command, and answers; returns a promise when the command has to wait. */
  #run(
    message: CommandMessage,
    started: StartedOperation | null,
    fault: ArmedFault | null,
    hasWaited = false,
  ): Promise<void> | undefined {
    let reply: Document
    try {
      reply = this.#server.run(message.command, this.#connection, hasWaited)
    } catch (error) {
      if (error instanceof MustWait) return this.#wait(error.most, message, started, fault)
      if (error instanceof EngineNotLoaded)
        return startEngine().then(() => this.#run(message, started, fault, hasWaited))
      this.#sendError(message, error, started, fault)
      return undefined
    }
    this.#send(message, reply, started, fault)
    return undefined
  }

  /** Answers a command that failed: in the server's words, or with those of a mistake of backlot's own. */
  #sendError(
    message: CommandMessage,
    error: unknown,
    started: StartedOperation | null,
    fault: ArmedFault | null = null,
  ): void {
    if (error instanceof CommandError) {
      this.#send(message, this.#server.errorReply(error, message.command), started, fault)
      return
    }
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const text = error instanceof EpochEnded ? 'the state was reset' : `backlot's docdb broke: ${String(error)}`
    this.#send(message, errorReply(new CommandError('InternalError', text)), started, fault, trace)
  }

  #send(
    message: CommandMessage,
    reply: Document,
    started: StartedOperation | null,
    fault: ArmedFault | null,
    trace?: string,
  ): void {
    if (!message.expectsReply) {
      started?.end(isDone(reply) ? 200 : 400, null, trace)
      return
    }
    let bytes: Buffer
    try {
      const { command } = message
      const name = commandName(firstName(command))
      this.#following = nextBatchOf(message, reply)
      this.#streamed = this.#following?.command['getMore']
      const full = fault === null ? reply : withWriteConcernError(reply, fault, { name, command })
      bytes = replyMessage(message, full, this.#following !== null)
    } catch (error) {
      const text = `the reply cannot be encoded: ${String(error)}`
      bytes = replyMessage(message, errorReply(new CommandError('InternalError', text)))
    }
    const { connection } = fault ?? {}
    if (connection === 'commit then drop') started?.end(null, null, trace)
    else started?.end(isDone(reply) ? 200 : 400, bytes, trace)
    if (this.#socket.destroyed) return
    if (connection === 'commit then drop') this.#socket.destroy()
    else if (connection === 'truncate')
      this.#socket.write(bytes.subarray(0, bytes.length >> 1), () => this.#socket.destroy())
    else this.#isUndrained = !this.#socket.write(bytes)
  }

  async #wait(
    most: number,
    message: CommandMessage,
    started: StartedOperation | null,
    fault: ArmedFault | null,
  ): Promise<void> {
    const store = this.#host.store()
    const until = performance.now() + most
    const remainingTime = (): number => until - performance.now()
    const { runtime } = this.#server
    const waiting = this.#waitingOperation(message)
    runtime.waiting.add(waiting)
    await this.#pause(most, (listener) => runtime.onEvent(store, listener))
    runtime.waiting.delete(waiting)
    if (this.#isGone) {
      started?.end(null, null)
      return
    }
    const remaining = remainingTime()
    if (remaining <= 0) await this.#run(message, started, fault, true)
    else await this.#again(remaining, message, started, fault)
  }

  async #again(
    remaining: number,
    message: CommandMessage,
    started: StartedOperation | null,
    fault: ArmedFault | null,
  ): Promise<void> {
    try {
      const reply = this.#server.run(message.command, this.#connection, false)
      this.#send(message, reply, started, fault)
    } catch (error) {
      if (error instanceof MustWait) await this.#wait(remaining, message, started, fault)
      else await this.#run(message, started, fault, true)
    }
  }

  #waitingOperation({ command }: CommandMessage): WaitingOperation {
    const { lsid: _lsid, $clusterTime: _time, ...shown } = command
    return {
      connectionId: this.#connection.id,
      command: shown,
      namespace: namespaceOf(firstName(command), command),
      startedAt: this.#host.perform(({ clock }) => clock.now()),
    }
  }

  /** Waits until the client has read the replies that were sent. */
  #drained(): Promise<void> {
    return this.#pause(Infinity, (listener) => {
      this.#socket.once('drain', listener)
      return () => void this.#socket.off('drain', listener)
    })
  }

  /** Waits, but not beyond the connection, nor beyond the event that `listen` listens for. It returns how to stop. */
  #pause(ms: number, listen?: (listener: () => void) => () => void): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        stopTimer(timer)
        this.#ends.delete(end)
        stop?.()
        resolve()
      }
      const timer = startTimer(end, Math.min(ms, 2 ** 31 - 1))
      timer.unref()
      const stop = listen?.(end)
      if (this.#isGone) end()
      else this.#ends.add(end)
    })
  }
}
