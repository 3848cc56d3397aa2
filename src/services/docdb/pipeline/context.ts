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
  /** The index that the command names for reading its collection. */
  readonly hint?: Value | undefined
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
  const own = Object.entries(variables).map(([name, spec]) => {
    checkVariableName(name)
    return [name, compileExpression(spec, base)({}, base.variables)] as const
  })
  return { ...base, variables: { ...base.variables, ...Object.fromEntries(own) } }
}

/** Returns the operand of a stage that must be a document. */
export function documentIn(stage: string, operand: Value, code = 15958): Document {
  if (!isDocument(operand)) throw new CommandError(code, `the ${stage} stage specification must be an object`)
  return operand
}
