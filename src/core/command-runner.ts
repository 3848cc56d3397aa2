import type { Context } from './call.ts'
import { commandsByPath, isAwaited, type AwaitedCommand, type ServiceCommand } from './commands.ts'
import type { Duration } from './duration.ts'
import type { Exchange } from './exchange.ts'
import type { AnyService, SystemCollections } from './service.ts'
import { WaitList } from './wait-list.ts'

/** The instance whose state the commands read and change. */
export interface CommandTarget {
  /** Runs work as a transaction, and sends its events. `origin` is the base URL to advertise. */
  perform<T>(work: (context: Context<SystemCollections>) => T, origin?: string): T
  /** Runs work that emits nothing as a transaction. */
  look<T>(work: (context: Context<SystemCollections>) => T): T
  /** Returns a context for reading. */
  context(): Context<SystemCollections>
}

/** Runs the commands of a service on one instance, and keeps the waits of those that wait. */
export class CommandRunner {
  readonly #service: AnyService
  readonly #target: CommandTarget
  readonly #commands: ReadonlyMap<string, ServiceCommand<never>>
  readonly #waits = new WaitList()

  constructor(service: AnyService, target: CommandTarget) {
    this.#service = service
    this.#target = target
    this.#commands = commandsByPath(service)
  }

  /** The paths of the commands: `signIn`, `inbox/next`. */
  get paths(): readonly string[] {
    return [...this.#commands.keys()]
  }

  /**
   * Runs a command by its path. When the command throws, nothing has changed. A command that waits returns a promise.
   *
   * @throws TypeError for a path without a command, and what the command throws.
   */
  run(path: string, input: unknown, exchange?: Pick<Exchange, 'clientGone' | 'origin'>): unknown {
    const command = this.#commands.get(path)
    if (command === undefined) {
      const names = this.paths.join(', ') || 'none'
      throw new TypeError(`${this.#service.id} has no command named ${path}; there are ${names}`)
    }
    const members = input ?? {}
    if (isAwaited(command)) return this.#wait(path, command, members, exchange?.clientGone)
    // The context and the command are of one service, and it checks its input.
    return this.#target.perform((context) => command(context as never, members as never), exchange?.origin)
  }

  /** Describes each wait that has not ended: what it waits for, for how long, and what came instead. */
  describeWaits(): string[] {
    return this.#waits.describe()
  }

  /** Lets every wait look for its result again. To be called after a change. */
  lookAgain(): void {
    this.#waits.lookAgain()
  }

  /** Ends every wait: its promise rejects with `reason`. */
  giveUp(reason: string): void {
    this.#waits.giveUp(reason)
  }

  #wait(
    path: string,
    command: AwaitedCommand<never, never, unknown>,
    members: object,
    clientGone: AbortSignal | undefined,
  ): Promise<unknown> {
    const { timeout, ...input } = members as { timeout?: Duration } // its form is checked where it is read
    const progress = { seen: 0 }
    const name = `${this.#service.id}.${path.replace('/', '.')}`
    let begun: unknown
    try {
      // The context and the command are of one service, and it checks its input.
      begun = this.#target.perform((context) => command.begin(context as never, input as never))
    } catch (error) {
      return refused(error)
    }
    // The context and the command are of one service, and it checks its input.
    const missing = (): string => command.missing(this.#target.context() as never, begun as never)
    const condition = {
      // The context and the command are of one service here too. `look` emits no events.
      look: () => this.#target.look((context) => command.look(context as never, begun as never, progress)),
      expired: (span: number) => `${name} waited ${span} ms: ${missing()}`,
      givenUp: (reason: string) => `${name}: what it waits for did not come before ${reason}`,
    }
    return this.#waits.add(condition, timeout, clientGone)
  }
}

/** A promise that rejects, and whose rejection is not reported when nobody handles it, as that of a wait is not. */
function refused(reason: unknown): Promise<never> {
  const promise = Promise.reject<never>(reason instanceof Error ? reason : new Error(String(reason)))
  promise.catch(() => undefined)
  return promise
}
