import type { Actor, ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { StepExecution, StepParameter } from '#chat/schema/functions.ts'
import type { App, Token } from '#chat/schema/people.ts'
import { isObject } from './block-kit/check.ts'
import { newId } from './new-id.ts'

// Custom steps of workflows. https://docs.slack.dev/workflows/workflow-steps

/** The lifetime of a token of a step, in milliseconds. https://docs.slack.dev/authentication/tokens */
const LIFETIME = 15 * 60_000

/** A step to run. */
interface StepInput {
  readonly app: App
  readonly callbackId: string
  readonly inputs: Readonly<Record<string, unknown>>
}

/**
 * Runs a custom step: its app gets `function_executed`, with a token of its own that ends with the step. Its title and
 * parameters are those of the app's manifest; without a manifest the parameters follow from the inputs. Returns
 * undefined for an app without a bot, which cannot run steps.
 */
export function runStep(context: ChatContext, { app, callbackId, inputs }: StepInput): StepExecution | undefined {
  const { rows, clock } = context
  const id = newId(context, 'Fx')
  const token = createStepToken(context, { id, appId: app.id })
  if (token === undefined) return undefined
  const definition = definitionOf(context, app, callbackId)
  const declared = parametersIn(definition['input_parameters'])
  const execution = rows.stepExecutions.insert({
    id,
    workflowExecutionId: newId(context, 'Wx'),
    appId: app.id,
    callbackId,
    title: textIn(definition, 'title') ?? callbackId,
    description: textIn(definition, 'description') ?? '',
    inputParameters: declared.length === 0 ? Object.entries(inputs).map(parameterOfInput) : declared,
    outputParameters: parametersIn(definition['output_parameters']),
    inputs,
    token: token.id,
    startedAt: clock.now(),
    endedAt: null,
    state: 'running',
    outputs: null,
    error: null,
  })
  context.emit({ kind: 'step_started', execution })
  return execution
}

/** Returns the member with the run of the custom step that a principal acts for; none for another principal. */
export function stepOf({ token: { stepId } }: Pick<Actor, 'token'>): Pick<Token, 'stepId'> {
  return stepId === undefined ? {} : { stepId }
}

/** Makes a token that a running step may use for fifteen minutes; undefined for an app without a bot. */
export function createStepToken(
  { rows, ids, clock }: ChatContext,
  { id: stepId, appId }: Pick<StepExecution, 'id' | 'appId'>,
): Token | undefined {
  const bot = rows.tokens
    .list('byApp', appId)
    .find((token) => token.kind === 'bot' && !token.revoked && token.stepId === undefined)
  if (bot === undefined) return undefined
  const createdAt = clock.now()
  const id = `xwfp-${ids.secret.base62(40)}`
  return rows.tokens.insert({ ...bot, id, stepId, createdAt, expiresAt: createdAt + LIFETIME })
}

/**
 * Ends a running step of an app, and revokes the token that it began with. Those of later interactions last: an app may
 * update its message after it has completed the step.
 *
 * @throws `function_execution_not_found`, `execution_not_in_running_state`, and `parameter_validation_failed` for
 * outputs without one that the manifest requires.
 */
export function endStep(
  { rows, clock }: ChatContext,
  app: App | null,
  id: string,
  result: Pick<StepExecution, 'outputs'> | Pick<StepExecution, 'error'>,
): StepExecution {
  const execution = rows.stepExecutions.get(id)
  if (execution === undefined || execution.appId !== app?.id) throw slackFailure('function_execution_not_found')
  if (execution.state !== 'running') throw slackFailure('execution_not_in_running_state')
  if ('outputs' in result) requireOutputs(execution, result.outputs ?? {})
  rows.tokens.update(execution.token, { revoked: true })
  const state = 'outputs' in result ? 'completed' : 'failed'
  return rows.stepExecutions.update(id, { ...result, state, endedAt: clock.now() })
}

function requireOutputs({ outputParameters }: StepExecution, outputs: Readonly<Record<string, unknown>>): void {
  const isComplete = outputParameters.every(({ name, is_required: required }) => !required || outputs[name] != null)
  if (!isComplete) throw slackFailure('parameter_validation_failed')
}

function definitionOf({ rows }: ChatContext, app: App, callbackId: string): Readonly<Record<string, unknown>> {
  const functions = rows.manifests.get(app.id)?.manifest['functions']
  const definition = isObject(functions) ? functions[callbackId] : undefined
  return isObject(definition) ? definition : {}
}

function parametersIn(declared: unknown): readonly StepParameter[] {
  if (!isObject(declared)) return []
  return Object.entries(declared).map(([name, each]) => {
    const members = isObject(each) ? each : {}
    return {
      type: textIn(members, 'type') ?? 'string',
      name,
      description: textIn(members, 'description') ?? '',
      title: textIn(members, 'title') ?? name,
      is_required: members['is_required'] === true,
    }
  })
}

function parameterOfInput([name, value]: [string, unknown]): StepParameter {
  const type = Array.isArray(value) ? 'array' : typeof value
  return { type, name, description: '', title: name, is_required: true }
}

function textIn(members: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = members[name]
  return typeof value === 'string' ? value : undefined
}
