import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { elapsed } from '#core/real-time.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { fromEjson, toEjson } from '#docdb/values/ejson.ts'
import { textOfAny } from '#docdb/values/show.ts'
import { Code, isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { PRELUDE } from './prelude.ts'

// Most commands have no scripts.
const NO_HANDLES: QuickJSHandle[] = []

/** Thrown by the first script of the process. Its command is to run again once {@link startEngine} has resolved. */
export class EngineNotLoaded extends Error {
  override name = 'EngineNotLoaded'

  constructor() {
    super('the engine for JavaScript is being loaded: ask again')
  }
}

/** The most bytes of calls within one another: more would reach the end of the stack of Node.js itself. */
const MOST_STACK = 128 * 1024

// Module state on purpose: the code of the engine, which is the same for all instances.
let engine: QuickJSWASMModule | null = null
let loading: Promise<void> | null = null

/** Loads the engine for JavaScript, once in a process. */
export function startEngine(): Promise<void> {
  loading ??= load()
  return loading
}

async function load(): Promise<void> {
  const [{ newQuickJSWASMModuleFromVariant }, variant] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-wasmfile-release-sync'),
  ])
  engine = await newQuickJSWASMModuleFromVariant(variant.default)
}

/** The limits of the scripts of one command together. */
export interface ScriptLimits {
  /** In milliseconds of real time. */
  readonly time: number
  /** In bytes. */
  readonly memory: number
}

/** The result of a script. */
interface ScriptResult {
  /** Undefined where the script returns nothing. */
  readonly value: Value | undefined
  /** True where JavaScript takes the result for true. */
  readonly isTrue: boolean
  /** The pairs of keys and values that it has emitted. */
  readonly emitted: readonly (readonly [key: Value, value: Value])[]
}

/** A function of a client. `self` is its `this`. */
export type Script = (self: Value, values: readonly Value[]) => ScriptResult

/**
 * Runs the scripts of one command in a sandbox: an engine for JavaScript in WebAssembly, without access to anything
 * outside of it, with limits of time and memory.
 */
export class Sandbox {
  readonly #limits: () => ScriptLimits | null
  readonly #most: number
  readonly #began: number
  #context: QuickJSContext | null = null
  #handles: QuickJSHandle[] = NO_HANDLES
  #until = 0
  #slept = 0

  /**
   * @param limits returns the limits of the scripts, read when the first of them is compiled; null where none may run
   * @param most the milliseconds that the command may take; 0 is no limit
   */
  constructor(limits: () => ScriptLimits | null, most = 0) {
    this.#limits = limits
    this.#most = most
    this.#began = most > 0 ? elapsed() : 0
  }

  /**
   * The milliseconds that scripts have slept. No time passes in the sandbox: the command is to wait for them, and to
   * run again.
   */
  get slept(): number {
    return this.#slept
  }

  /**
   * Compiles a function, whose global variables are those of `scope`.
   *
   * @throws EngineNotLoaded while the engine is being loaded.
   * @throws CommandError 139 for a script that cannot be read. The script throws one where it fails.
   */
  compile(code: Value, scope: Document = {}): Script {
    const context = this.#open()
    const source = context.newString(functionSource(code instanceof Code ? code.code : textOfAny(code)))
    const variables = context.newString(JSON.stringify(toEjson(scope, 'canonical')))
    // Freed with the sandbox, also where a script cannot be read.
    this.#handles.push(source, variables)
    const prepare = this.#unwrap(context.evalCode(PRELUDE))
    this.#handles.push(prepare)
    const run = this.#unwrap(context.callFunction(prepare, context.undefined, source, variables))
    this.#handles.push(run)
    return (self, values) => {
      const message = context.newString(
        JSON.stringify({ self: toEjson(self, 'canonical'), values: values.map((each) => toEjson(each, 'canonical')) }),
      )
      const result = context.callFunction(run, context.undefined, message)
      message.dispose()
      const answer = this.#unwrap(result)
      const text = context.getString(answer)
      answer.dispose()
      return readResult(JSON.parse(text))
    }
  }

  /** Frees the memory of the sandbox. No script that it has compiled may be run any more. */
  dispose(): void {
    const context = this.#context
    if (context === null) return
    this.#context = null
    try {
      for (const each of this.#handles.splice(0)) each.dispose()
      const { runtime } = context
      context.dispose()
      runtime.dispose()
    } catch {
      // The engine has ended itself, so another one is loaded for the next script.
      engine = null
      loading = null
    }
  }

  #open(): QuickJSContext {
    if (this.#context !== null) return this.#context
    const limits = this.#limits()
    if (limits === null)
      throw new CommandError(31_264, 'Cannot run server-side javascript without the javascript engine enabled')
    if (engine === null) throw new EngineNotLoaded()
    const runtime = engine.newRuntime({ memoryLimitBytes: limits.memory, maxStackSizeBytes: MOST_STACK })
    this.#until = elapsed() + limits.time
    if (this.#most > 0) this.#until = Math.min(this.#until, this.#began + this.#most)
    runtime.setInterruptHandler(() => elapsed() > this.#until)
    const context = runtime.newContext()
    this.#context = context
    this.#handles = []
    const sleep = context.newFunction('sleep', (duration) => {
      this.#slept += Math.max(0, context.getNumber(duration) || 0)
      if (this.#isOverdue()) throw new Error('the time of the command is over')
    })
    context.setProp(context.global, 'sleep', sleep)
    sleep.dispose()
    return context
  }

  #isOverdue(): boolean {
    return this.#most > 0 && elapsed() - this.#began + this.#slept >= this.#most
  }

  /** Returns the value of a call. @throws CommandError for one that has failed. */
  #unwrap(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (result.error === undefined) return result.value
    const context = this.#context
    const thrown: unknown = context?.dump(result.error)
    result.error.dispose()
    if (this.#isOverdue()) throw new CommandError('MaxTimeMSExpired', 'operation exceeded time limit')
    if (ownText(thrown, 'message') === 'interrupted')
      throw new CommandError('Interrupted', 'the script took too long: Interrupted by the host')
    const name = ownText(thrown, 'name')
    const message =
      name === '' ? `uncaught exception: ${JSON.stringify(thrown)}` : `${name}: ${ownText(thrown, 'message')}`
    throw new CommandError('JSInterpreterFailure', `${message} :\n${ownText(thrown, 'stack')}`)
  }
}

function ownText(thrown: unknown, name: string): string {
  const value: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, name) : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * Returns the source of a function: of one that is written as such, of an expression, or of statements, which return
 * the value of the last one unless they return another.
 */
function functionSource(code: string): string {
  const text = code.trim().replace(/;+$/, '')
  if (/^(?:async\s+)?function\b|^(?:\([^)]*\)|[\w$]+)\s*=>/.test(text)) return `(${text})`
  const isExpression = !/\breturn\b|;|\n/.test(text)
  if (isExpression) return `(function () { return ${text}\n})`
  return /\breturn\b/.test(text)
    ? `(function () { ${code}\n})`
    : `(function () { return eval(${JSON.stringify(code)}) })`
}

function readResult(json: unknown): ScriptResult {
  const read = fromEjson(json)
  const { result, isMissing, isTrue, emitted } = isDocument(read) ? read : {}
  return {
    value: isMissing === true ? undefined : result,
    isTrue: isTrue === true,
    emitted: (Array.isArray(emitted) ? emitted : []).flatMap((pair): [Value, Value][] =>
      Array.isArray(pair) ? [[pair[0] ?? null, pair[1] ?? null]] : [],
    ),
  }
}
