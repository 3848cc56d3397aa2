import type { Waiting } from './controls.ts'

export type { Waiting } from './controls.ts'

// A registered symbol, because a service may be written with another copy of this package than the one that runs it.
const AWAITED: unique symbol = Symbol.for('backlot.awaited') as never // its type is its own

/**
 * A command that waits until it finds something. Made with {@link awaited}, which types what `look` and `missing` get:
 * the result of `begin`, or the input.
 */
export interface AwaitedCommand<X, I, T> {
  readonly [AWAITED]: true
  /** Returns the input, unless the command changes something before it waits. */
  begin(context: X, input: I): unknown
  look(context: X, begun: never, progress: Progress): T | undefined
  missing(context: X, begun: never): string
}

/** The progress of one wait, 0 at first: the command sets it, so that `look` need not read everything again. */
export interface Progress {
  seen: number
}

/** A command of a service: a function that runs as a transaction, or a command that waits. */
export type ServiceCommand<X> = ((context: X, input: never) => unknown) | AwaitedCommand<X, never, unknown>

/**
 * The commands of a service by name, alone or in groups: `{ signIn, inbox: { next, list } }`. `X` is the service's
 * context.
 */
export type Commands<X> = Readonly<Record<string, ServiceCommand<X> | Readonly<Record<string, ServiceCommand<X>>>>>

/** The emulator's methods for the commands of its service. */
export type MethodsFor<M> = { readonly [K in keyof M]: MethodFor<M[K]> }

type MethodFor<T> =
  T extends AwaitedCommand<never, infer I, infer R>
    ? AwaitedMethod<I, R>
    : T extends (context: never, ...input: infer I) => infer R
      ? (...input: I) => R
      : MethodsFor<T>

type AwaitedMethod<I, R> = object extends I ? (input?: I & Waiting) => Promise<R> : (input: I & Waiting) => Promise<R>

/**
 * Makes a command that waits: its method returns a promise of what `look` finds.
 *
 * `look` runs at once, and after every request, timer and command, until it returns something other than undefined. It
 * may change the state when it finds something, so that two waits never return the same thing; it must not when it
 * returns undefined, and it emits nothing. `progress` belongs to one wait. The wait ends after `timeout` (a member of
 * the method's input; 5 s of the wall clock by default), at a reset or restore, and when the instance closes: the
 * promise rejects then. `missing` returns the words for what did not come, and for what is there instead.
 *
 * With `begin`, the command first changes something: `begin` runs once, as a transaction whose events are sent, and
 * `look` and `missing` get what it returns in place of the input. The promise rejects with what `begin` throws; then
 * nothing has changed.
 *
 * @example
 * commands: { next: awaited({ look: ({ rows }) => rows.notes.all().at(-1), missing: () => 'nobody wrote a note' }) }
 */
export function awaited<X, I, T>(command: {
  look(context: X, input: I, progress: Progress): T | undefined
  missing(context: X, input: I): string
}): AwaitedCommand<X, I, T>
export function awaited<X, I, T, B>(command: {
  begin(context: X, input: I): B
  look(context: X, begun: B, progress: Progress): T | undefined
  missing(context: X, begun: B): string
}): AwaitedCommand<X, I, T>
export function awaited<X, I, T>(command: {
  begin?(context: X, input: I): unknown
  look(context: X, begun: never, progress: Progress): T | undefined
  missing(context: X, begun: never): string
}): AwaitedCommand<X, I, T> {
  const { begin = (_context: X, input: I): unknown => input, look, missing } = command
  return { [AWAITED]: true, begin, look, missing }
}

/** Returns whether a command waits. */
export function isAwaited(command: AnyCommand): command is AwaitedCommand<never, never, unknown> {
  return AWAITED in command
}

type AnyCommand = ServiceCommand<never>
type WithCommands = {
  readonly commands?: Readonly<Record<string, AnyCommand | Readonly<Record<string, AnyCommand>>>>
  readonly methods?: (methods: never, env: Readonly<Record<string, string>>) => object
}

// Module state on purpose: a declaration is the same for every instance.
const paths = new WeakMap<object, ReadonlyMap<string, AnyCommand>>()

/** Returns every command of a service by its path: `signIn`, `inbox/next`. */
export function commandsByPath(service: WithCommands): ReadonlyMap<string, AnyCommand> {
  const known = paths.get(service)
  if (known !== undefined) return known
  const byPath = pathsOf(service)
  paths.set(service, byPath)
  return byPath
}

/** The place of a command among the methods of an emulator. */
interface MethodName {
  readonly path: string
  /** The member of the emulator that the method is in; null for a method of its own. */
  readonly group: string | null
  readonly name: string
  readonly run: 'execute' | 'wait'
}

// Module state for the same reason.
const methodNames = new WeakMap<object, readonly MethodName[]>()

/** Returns the places of a service's commands. Each tenant asks, so they are found once. */
function methodNamesOf(service: WithCommands): readonly MethodName[] {
  const known = methodNames.get(service)
  if (known !== undefined) return known
  const names = [...commandsByPath(service)].map(([path, command]): MethodName => {
    const [first = '', inner] = path.split('/')
    const run = isAwaited(command) ? 'wait' : 'execute'
    return inner === undefined ? { path, group: null, name: first, run } : { path, group: first, name: inner, run }
  })
  methodNames.set(service, names)
  return names
}

function pathsOf({ commands = {} }: WithCommands): ReadonlyMap<string, AnyCommand> {
  const all = Object.entries(commands).flatMap(([name, entry]): (readonly [string, AnyCommand])[] =>
    isCommand(entry)
      ? [[name, entry]]
      : Object.entries(entry).map(([inner, command]) => [`${name}/${inner}`, command] as const),
  )
  return new Map(all)
}

/**
 * Returns the methods for the commands of a service, in the form that its `methods` gives them. `execute` runs a
 * command by its path with an input; `wait` does so for commands that wait. `env` returns the variables that point at
 * the instance.
 */
export function methodsFor(
  service: WithCommands,
  env: () => Readonly<Record<string, string>>,
  execute: (path: string, input: unknown) => unknown,
  wait: (path: string, input: unknown) => unknown = execute,
): Readonly<Record<string, unknown>> {
  const methods: Record<string, unknown> = {}
  for (const { path, group, name, run } of methodNamesOf(service)) {
    const method = (input: unknown): unknown => (run === 'wait' ? wait : execute)(path, input)
    if (group === null) methods[name] = method
    else ((methods[group] ??= {}) as Record<string, unknown>)[name] = method // an earlier path of the group made it
  }
  // A service's own function takes the methods for its own commands.
  return (service.methods?.(methods as never, env()) as Readonly<Record<string, unknown>> | undefined) ?? methods
}

function isCommand(entry: AnyCommand | Readonly<Record<string, AnyCommand>>): entry is AnyCommand {
  return typeof entry === 'function' || AWAITED in entry
}
