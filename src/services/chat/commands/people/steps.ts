import { awaited } from '#core/commands.ts'
import type { ChatContext } from '#chat/call.ts'
import { runStep as run } from '#chat/rules/functions.ts'
import type { StepExecution } from '#chat/schema/functions.ts'
import { findApp, textInput } from './find.ts'

/** The end of a custom step. */
export interface StepResult {
  /** Null when the app has named an error. */
  readonly outputs: Readonly<Record<string, unknown>> | null
  /** The app's sentence; null when it has completed the step. */
  readonly error: string | null
}

/** The input of `runStep`. */
export interface RunStepInput {
  readonly callback_id: string
  readonly inputs?: Readonly<Record<string, unknown>>
  /** The name of the app or its bot. Default: the only app */
  readonly app?: string
}

/** Runs a custom step as a workflow does, and waits until its app has completed it. */
export const runStep = awaited({
  begin(context: ChatContext, { callback_id: id, inputs = {}, app: name }: RunStepInput): StepExecution {
    const callbackId = textInput('callback_id', id)
    const app = findApp(context, name)
    const execution = run(context, { app, callbackId, inputs })
    if (execution === undefined) throw new Error(`the app ${app.name} has no bot in the workspace`)
    return execution
  },
  look(context: ChatContext, { id }: StepExecution): StepResult | undefined {
    const { state, outputs, error } = context.rows.stepExecutions.require(id)
    return state === 'running' ? undefined : { outputs, error }
  },
  missing: (context: ChatContext, { appId, callbackId }: StepExecution) =>
    `${context.rows.apps.require(appId).name} has not completed the step ${callbackId}`,
})
