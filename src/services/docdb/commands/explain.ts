import { CommandError } from '../rules/command-error.ts'
import { compileQuery } from '../query/compile.ts'
import type { Plan } from '../storage/plan.ts'
import { isDocument, type Document } from '../values/value.ts'
import {
  collectionName,
  documentIn,
  numberIn,
  pipelineContext,
  targetCollection,
  type Command,
  type CommandContext,
} from './context.ts'
import { VERSION } from './diagnostics.ts'
import { findDocuments } from './read.ts'

/** https://www.mongodb.com/docs/manual/reference/command/explain/ */
export const explain: Command = (context) => {
  const inner = context.command['explain']
  if (!isDocument(inner))
    throw new CommandError('TypeMismatch', "BSON field 'explain.explain' is the wrong type, expected type 'object'")
  const [name = ''] = Object.keys(inner)
  return explanation({ ...context, command: inner, name })
}

function filterOf({ command, name }: CommandContext): Document {
  const first = (list: string): Document => {
    const operations = command[list]
    const operation = Array.isArray(operations) ? operations[0] : undefined
    return isDocument(operation) ? operation : {}
  }
  switch (name) {
    case 'find':
      return documentIn(command, 'filter')
    case 'update':
      return documentIn(first('updates'), 'q')
    case 'delete':
      return documentIn(first('deletes'), 'q')
    case 'aggregate': {
      const stages = command['pipeline']
      const stage = Array.isArray(stages) ? stages[0] : undefined
      return isDocument(stage) && isDocument(stage['$match']) ? stage['$match'] : {}
    }
    default:
      return documentIn(command, 'query')
  }
}

/** Returns the plan of a command, and what it read. */
function explanation(context: CommandContext): Document {
  const { command, database, address } = context
  const row = targetCollection(context)
  const name = collectionName(context)
  const filter = filterOf(context)
  const { environment } = pipelineContext(context, row, name)
  compileQuery(filter, environment)
  const sort = documentIn(command, 'sort')
  const limit = numberIn(command, 'limit', 0)
  const skip = numberIn(command, 'skip', 0)
  const found =
    row === undefined || row.kind === 'view'
      ? null
      : findDocuments(
          context,
          row,
          { filter, sort, projection: {}, skip, limit: limit === 0 ? Infinity : limit, hint: command['hint'] },
          environment,
        )
  const stage = found === null ? { stage: 'EOF' } : withSort(found.plan, sort, planStage(found.plan, filter))
  const [host = '127.0.0.1', port = '0'] = address.split(':')
  return {
    explainVersion: '1',
    queryPlanner: {
      namespace: `${database}.${name}`,
      parsedQuery: filter,
      indexFilterSet: false,
      winningPlan: stage,
      rejectedPlans: [],
    },
    executionStats: {
      executionSuccess: true,
      nReturned: found?.documents.length ?? 0,
      executionTimeMillis: 0,
      totalKeysExamined: found?.effort.keys ?? 0,
      totalDocsExamined: found?.effort.documents ?? 0,
      executionStages: { ...stage, nReturned: found?.documents.length ?? 0 },
    },
    command,
    serverInfo: { host, port: Number(port), version: VERSION, gitVersion: 'backlot' },
  }
}

function withSort(plan: Plan, sort: Document, stage: Document): Document {
  const isOrdered = Object.keys(sort).length === 0 || (plan.kind === 'index' && plan.direction !== null)
  return isOrdered ? stage : { stage: 'SORT', sortPattern: sort, inputStage: stage }
}

function planStage(plan: Plan, filter: Document): Document {
  if (plan.kind === 'scan') return { stage: 'COLLSCAN', filter, direction: 'forward' }
  if (plan.kind === 'or') return { stage: 'OR', inputStages: plan.plans.map((each) => planStage(each, filter)) }
  const { row, spec } = plan.index
  return {
    stage: 'FETCH',
    filter,
    inputStage: {
      stage: 'IXSCAN',
      keyPattern: spec['key'] ?? {},
      indexName: row.name,
      isMultiKey: row.multikey,
      isUnique: row.unique,
      isSparse: row.sparse,
      isPartial: spec['partialFilterExpression'] !== undefined,
      indexVersion: 2,
      direction: plan.direction === -1 ? 'backward' : 'forward',
    },
  }
}
