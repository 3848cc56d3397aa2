import { collection } from '#core/store.ts'

/** A parameter of a custom step. https://docs.slack.dev/workflows/workflow-steps */
export interface StepParameter {
  readonly name: string
  /** `string`, `slack#/types/user_id`. */
  readonly type: string
  readonly title: string
  readonly description: string
  readonly is_required: boolean
}

/** A run of a custom step of an app in a workflow. */
export interface StepExecution {
  readonly id: string
  readonly workflowExecutionId: string
  readonly appId: string
  readonly callbackId: string
  readonly title: string
  readonly description: string
  readonly inputParameters: readonly StepParameter[]
  readonly outputParameters: readonly StepParameter[]
  readonly inputs: Readonly<Record<string, unknown>>
  /** The token with which the app acts for the step. */
  readonly token: string
  readonly startedAt: number
  /** Null until the app completes the step or names an error. */
  readonly endedAt: number | null
  readonly state: 'running' | 'completed' | 'failed'
  /** Null until the app completes the step. */
  readonly outputs: Readonly<Record<string, unknown>> | null
  /** Null until the app names an error. */
  readonly error: string | null
}

/** The collection of the runs of custom steps. */
export const functionCollections = { stepExecutions: collection<StepExecution>()({}) }
