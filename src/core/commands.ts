import type { Waiting } from './controls.ts'

export type { Waiting } from './controls.ts'

// Of the registry, as a service may be written with another copy of this package than the one that runs it.
const AWAITED: unique symbol = Symbol.for('backlot.awaited') as never // its type is its own

/** A command that waits for something to be there. Made with {@link awaited}. */
export interface AwaitedCommand<X, I, T> {
  readonly [AWAITED]: true
  look(context: X, input: I, progress: Progress): T | undefined
  missing(context: X, input: I): string
}

/** How far one wait has looked, so that it need not read everything again. The command keeps it; 0 at first. */
export interface Progress {
  seen: number
}

/** One command of a service: a function that is done whole or, when it throws, not at all; or one that waits. */
export type ServiceCommand<X> = ((context: X, input: never) => unknown) | AwaitedCommand<X, never, unknown>

/** The commands of a service by name, and groups of them: `{ signIn, inbox: { next, list } }`. `X` is the service's context. */
export type Commands<X> = Readonly<Record<string, ServiceCommand<X> | Readonly<Record<string, ServiceCommand<X>>>>>

/** The methods that an emulator has for the commands of its service. */
export type MethodsFor<M> = { readonly [K in keyof M]: MethodFor<M[K]> }

type MethodFor<T> =
  T extends AwaitedCommand<never, infer I, infer R>
    ? AwaitedMethod<I, R>
    : T extends (context: never, ...input: infer I) => infer R
      ? (...input: I) => R
      : MethodsFor<T>

type AwaitedMethod<I, R> = object extends I ? (input?: I & Waiting) => Promise<R> : (input: I & Waiting) => Promise<R>

/**
 * A command that waits: its method gives a promise of what `look` finds.
 *
 * `look` is asked at once, and after every request, timer and command for as long as nothing is found; it may change the
 * state where it finds something (so that nobody is given the same twice), and must not where it gives undefined; it emits
 * nothing. `progress` is of this wait alone. The wait ends after `timeout` (a member of the method's input, 5 s of the wall clock by default), at a reset or restore, and
 * when the instance closes; the promise rejects then. `missing` words what did not come, and what there is instead.
 *
 * @example
 * commands: { next: awaited({ look: ({ rows }) => rows.notes.all().at(-1), missing: () => 'nobody wrote a note' }) }
 */
export function awaited<X, I, T>(command: {
  look(context: X, input: I, progress: Progress): T | undefined
  missing(context: X, input: I): string
}): AwaitedCommand<X, I, T> {
  return { [AWAITED]: true, look: command.look, missing: command.missing }
}

/** Whether a command is one that waits. */
export function isAwaited(command: AnyCommand): command is AwaitedCommand<never, never, unknown> {
  return AWAITED in command
}

type AnyCommand = ServiceCommand<never>
type WithCommands = { readonly commands?: Readonly<Record<string, AnyCommand | Readonly<Record<string, AnyCommand>>>> }

/** Every command of a service by its path: `signIn`, `inbox/next`. */
export function commandsByPath({ commands = {} }: WithCommands): ReadonlyMap<string, AnyCommand> {
  const all = Object.entries(commands).flatMap(([name, entry]): (readonly [string, AnyCommand])[] =>
    isCommand(entry)
      ? [[name, entry]]
      : Object.entries(entry).map(([inner, command]) => [`${name}/${inner}`, command] as const),
  )
  return new Map(all)
}

/**
 * The methods for the commands of a service, by way of what executes a command with its path and input; `wait` does so
 * for those that wait.
 */
export function methodsFor(
  service: WithCommands,
  execute: (path: string, input: unknown) => unknown,
  wait: (path: string, input: unknown) => unknown = execute,
): Readonly<Record<string, unknown>> {
  const methods: Record<string, unknown> = {}
  for (const [path, command] of commandsByPath(service)) {
    const method = (input: unknown): unknown => (isAwaited(command) ? wait : execute)(path, input)
    const [name = '', inner] = path.split('/')
    if (inner === undefined) methods[name] = method
    else methods[name] = { ...(methods[name] as object | undefined), [inner]: method } // a group, as its first path made it
  }
  return methods
}

function isCommand(entry: AnyCommand | Readonly<Record<string, AnyCommand>>): entry is AnyCommand {
  return typeof entry === 'function' || AWAITED in entry
}
