import type { DataContext } from '#docdb/call.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import { timeLimit } from '#docdb/query/time-limit.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { operationTime } from '#docdb/storage/changes.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { compileExpression } from '#docdb/expression/compile.ts'
import { checkVariableName } from '#docdb/expression/variable-names.ts'

/** The state and the settings that a pipeline works with. */
export interface PipelineContext {
  readonly data: DataContext
  readonly clusterId: string
  readonly database: string
  /** The collection that the pipeline is about; empty for one about the database. */
  readonly collection: string
  readonly environment: Environment
  /** How deeply the pipeline is nested in others. */
  readonly depth: number
  /** The number of pipelines within others that this one is in. */
  readonly nesting?: number
  /** The index that the command names for reading its collection. */
  readonly hint?: Value | undefined
  /** Does a part of the work whole, or not at all; absent where a failure undoes all of it. */
  readonly atomically?: (work: () => void) => void
  /** True where `$out` and `$merge` write what the validator of their collection refuses. */
  readonly bypassValidation?: boolean
  /** The number of documents that the stages after a `$sort` take of it, while that stage is compiled. */
  readonly taken?: number
  /** The scores and highlights of the documents that a search has found, where the pipeline begins with one. */
  readonly metadata?: WeakMap<Document, (name: string) => Value | undefined>
  /** Returns the operations under way, for `$currentOp` with its options. */
  readonly operations?: (options: Document) => Document[]
  /** Returns the sessions of drivers, for `$listSessions`. */
  readonly sessions?: () => Document[]
  /** The host and port of the member that runs the pipeline; absent or empty outside of a driver's connection. */
  readonly host?: string
  /** The number of commands about the collection, by name. */
  readonly usage?: () => ReadonlyMap<string, number> | undefined
  /** The settings that a client has given the queries of this shape; absent where there are none. */
  readonly querySettings?: Document | undefined
}

/** Takes the documents of the stage before, and returns those of the stage. */
export type Stage = (documents: Document[]) => Document[]

/** Compiles a stage. */
export type StageCompiler = (operand: Value, context: PipelineContext) => Stage

/** The part of a command that its environment follows from. */
interface Settings extends Pick<Environment, 'collation' | 'scripts' | 'text' | 'allowDiskUse'> {
  /** The member `let`. */
  readonly variables: Value | undefined
  /** The milliseconds that the command may take; 0 where it has no limit. */
  readonly most: number
}

/** Returns the environment of a command. */
export function environmentOf(
  data: DataContext,
  { collation, variables, most, scripts, text, allowDiskUse }: Settings,
): Environment {
  const now = new Date(data.clock.now())
  const random = (): number => Number.parseInt(data.ids.hex(13), 16) / 2 ** 52
  const time = most > 0 ? timeLimit(most) : undefined
  const base: Environment = {
    collation,
    random,
    variables: { NOW: now, CLUSTER_TIME: operationTime(data) },
    time,
    scripts,
    allowDiskUse,
    text,
  }
  if (variables === undefined) return base
  if (!isDocument(variables))
    throw new CommandError('TypeMismatch', "BSON field 'let' is the wrong type, expected type 'object'")
  return { ...base, variables: { ...base.variables, ...letVariables(variables, base) } }
}

/** The variables that only the server sets. */
const CONSTANTS: ReadonlySet<string> = new Set(['NOW', 'CLUSTER_TIME'])

/**
 * Returns the variables of a command's `let`, each of which may read those before it.
 *
 * @throws CommandError for expressions that read a document, or a constant of the server.
 */
function letVariables(spec: Document, base: Environment): Record<string, Value | undefined> {
  const { NOW: _now, CLUSTER_TIME: _time, ...variables } = base.variables
  const own: Record<string, Value | undefined> = {}
  for (const [name, value] of Object.entries(spec)) {
    if (CONSTANTS.has(name)) throw new CommandError(4_738_901, `Attempted to set the constant variable $$${name}`)
    checkVariableName(name)
    refuseFields(value)
    const environment = { ...base, variables: { ...variables, ...own } }
    own[name] = compileExpression(value, environment)({}, environment.variables)
  }
  return own
}

/** Refuses an expression that reads a field, as `let` is evaluated before any document is read. */
function refuseFields(value: Value): void {
  if (typeof value === 'string') {
    const [, constant] = /^\$\$(NOW|CLUSTER_TIME)\b/.exec(value) ?? []
    if (constant !== undefined) throw new CommandError(51_144, `Builtin variable '$$${constant}' is not available`)
    if (/^\$(?!\$)|^\$\$(?:ROOT|CURRENT)\b/.test(value))
      throw new CommandError(
        4_890_500,
        'Command let Expression tried to access a field, but this is not allowed because Command let expressions run before the query examines any documents.',
      )
  } else if (Array.isArray(value)) value.forEach(refuseFields)
  else if (isDocument(value) && !('$literal' in value)) Object.values(value).forEach(refuseFields)
}

/** Returns the operand of a stage that must be a document. */
export function documentIn(stage: string, operand: Value, code = 15958): Document {
  if (!isDocument(operand)) throw new CommandError(code, `the ${stage} stage specification must be an object`)
  return operand
}
