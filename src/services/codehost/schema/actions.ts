import { collection, sequence, timer, value } from '#core/store.ts'
import type { CheckConclusion } from './checks.ts'
import { cascade, setNull } from './keys.ts'

// Row types of workflows and their runs. Times are in epoch milliseconds. The wire shapes are in json/.

/** The triggers and jobs of a workflow, as its file defines them. */
export interface WorkflowPlan {
  /** Null for a workflow without a name, which the vendor lists by its path. */
  readonly name: string | null
  /** The title of runs, with expressions; null for the vendor's title of the event. */
  readonly runName: string | null
  /** The filters of the events that start the workflow, by the vendor's name: `push`. */
  readonly triggers: Readonly<Record<string, TriggerFilter>>
  /** The inputs of `workflow_dispatch`; null to accept any. */
  readonly inputs: Readonly<Record<string, InputPlan>> | null
  readonly jobs: readonly JobPlan[]
  /** The group of which one run goes on at a time; absent for none. */
  readonly concurrency?: Concurrency
  /** The times of `on.schedule`, in the syntax of cron; absent for none. */
  readonly schedules?: readonly string[]
  /** Present when a matrix has more combinations than the vendor allows: runs then fail without a job. */
  readonly hasLargeMatrix?: true
}

/** A group of runs or jobs of which one goes on at a time. In a plan, the name still has its expressions. */
export interface Concurrency {
  readonly group: string
  /** A boolean, or in a plan the text of an expression. */
  readonly cancelInProgress: boolean | string
}

/** The filters of an event; null for each filter that the file does not have. */
export interface TriggerFilter {
  readonly types: readonly string[] | null
  readonly branches: readonly string[] | null
  readonly branchesIgnore: readonly string[] | null
  readonly tags: readonly string[] | null
  readonly tagsIgnore: readonly string[] | null
  readonly paths: readonly string[] | null
  readonly pathsIgnore: readonly string[] | null
  /** For `workflow_run` only: the names of the workflows whose runs trigger this one. */
  readonly workflows: readonly string[] | null
}

/** One input of `workflow_dispatch`. */
export interface InputPlan {
  readonly required: boolean
  readonly default: string | null
  /** The accepted values; null for any value. */
  readonly options: readonly string[] | null
}

/** A job. Each combination of a matrix is a job of its own, with the same key. */
export interface JobPlan {
  /** The job's id in the file, which `needs` refers to. */
  readonly key: string
  readonly name: string
  readonly needs: readonly string[]
  /** The labels of `runs-on`. */
  readonly labels: readonly string[]
  /** The names of the steps that the file defines. */
  readonly steps: readonly string[]
  /** The environment that the job deploys to; absent for none. */
  readonly environment?: { readonly name: string; readonly url: string }
  /** The group of which one job goes on at a time; absent for none. */
  readonly concurrency?: Concurrency
  /** The expression of `if`, without `${{ }}`; absent for none. */
  readonly condition?: string
  /** The reusable workflow that the job calls; absent for none. */
  readonly uses?: string
}

/** A workflow: a file in `.github/workflows`, or a seeded workflow without a file. */
export interface Workflow {
  readonly id: number
  readonly repoId: number
  /** `.github/workflows/ci.yml` */
  readonly path: string
  readonly name: string
  readonly state: 'active' | 'deleted' | 'disabled_fork' | 'disabled_inactivity' | 'disabled_manually'
  /** The plan of a seeded workflow without a file; null for a workflow with a file. */
  readonly plan: WorkflowPlan | null
  /** True once the file was on the default branch. Only such a workflow is deleted together with its file. */
  readonly onDefaultBranch: boolean
  /** The planned conclusion of its runs; null when it follows from the jobs. */
  readonly conclusion: CheckConclusion | null
  /**
   * The planned conclusions of single jobs, by name; the other jobs succeed. Empty when all jobs follow `conclusion`.
   */
  readonly jobConclusions: Readonly<Record<string, JobConclusion>>
  readonly createdAt: number
  readonly updatedAt: number
  readonly deletedAt: number | null
}

/** The conclusion of a job. */
export type JobConclusion = 'success' | 'failure' | 'cancelled' | 'skipped'

/** A run of a workflow, in the state of its latest attempt. */
export interface WorkflowRun {
  readonly id: number
  readonly repoId: number
  readonly workflowId: number
  /** The run's own check suite. */
  readonly suiteId: number
  readonly name: string
  readonly displayTitle: string
  /** `push`, `pull_request`, `workflow_dispatch`, … */
  readonly event: string
  /** A branch or tag, without `refs/heads/`. */
  readonly headBranch: string
  readonly headSha: string
  /** Null once the head repository is deleted. */
  readonly headRepoId: number | null
  /** The number of the run among the runs of its workflow. */
  readonly number: number
  /** The number of the latest attempt, from 1. */
  readonly attempt: number
  /**
   * `waiting` while the rules of an environment hold all jobs that are left, `pending` while another run of its
   * concurrency group goes on.
   */
  readonly status: 'queued' | 'in_progress' | 'completed' | 'waiting' | 'pending'
  /** Not null if and only if the run is completed. */
  readonly conclusion: CheckConclusion | null
  /** The planned conclusion of the attempt; null when it follows from the jobs. */
  readonly outcome: CheckConclusion | null
  /**
   * The planned conclusions of single jobs of the attempt, by name; the other jobs succeed. Empty when all jobs follow
   * `outcome`.
   */
  readonly jobOutcomes: Readonly<Record<string, JobConclusion>>
  readonly jobs: readonly JobPlan[]
  readonly inputs: Readonly<Record<string, string>> | null
  /** The group of which one run goes on at a time; absent for none. */
  readonly concurrency?: Concurrency
  /** The number of runs before this one in a chain of `workflow_run` triggers; absent for none. */
  readonly depth?: number
  readonly actorId: number
  /** The account that started the latest attempt. */
  readonly triggeringActorId: number
  readonly logsDeleted: boolean
  readonly createdAt: number
  /** The start of the latest attempt. */
  readonly startedAt: number
  readonly updatedAt: number
}

/** An earlier attempt of a run. */
export interface RunAttempt {
  readonly id: number
  readonly runId: number
  readonly attempt: number
  readonly conclusion: CheckConclusion | null
  readonly triggeringActorId: number
  readonly startedAt: number
  readonly updatedAt: number
}

/** A job of one attempt. Its id is that of its check run. */
export interface WorkflowJob {
  readonly id: number
  readonly repoId: number
  readonly runId: number
  readonly attempt: number
  readonly key: string
  readonly name: string
  readonly labels: readonly string[]
  readonly status: 'queued' | 'in_progress' | 'completed' | 'waiting'
  readonly conclusion: JobConclusion | null
  readonly steps: readonly JobStep[]
  /** Null until a runner takes the job. */
  readonly runnerId: number | null
  /** The seeded or given log; null for a generated one. */
  readonly log: string | null
  readonly createdAt: number
  readonly startedAt: number
  readonly completedAt: number | null
}

/** A step of a job. */
export interface JobStep {
  readonly number: number
  readonly name: string
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion: JobConclusion | null
  readonly startedAt: number | null
  readonly completedAt: number | null
}

/** Files that a run uploaded. */
export interface Artifact {
  readonly id: number
  readonly repoId: number
  readonly runId: number
  readonly name: string
  /** File contents in base64, by path within the archive. */
  readonly files: Readonly<Record<string, string>>
  /** The archive that a job uploaded, in base64, in place of `files`; absent for other artifacts. */
  readonly archive?: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
}

/** The rules of an environment that hold a job. */
export interface JobWait {
  readonly id: number
  readonly repoId: number
  readonly runId: number
  readonly jobId: number
  readonly environmentId: number
  readonly deploymentId: number
  /** The end of the environment's wait timer; null without one. */
  readonly waitsUntil: number | null
  /** True once a reviewer has approved, or where none is required. */
  readonly isApproved: boolean
  /** The GitHub Apps that have not approved yet. */
  readonly gateAppIds: readonly number[]
  readonly createdAt: number
}

/** A decision about the deployments of a run. */
export interface RunReview {
  readonly id: number
  readonly runId: number
  readonly environmentIds: readonly number[]
  readonly state: 'approved' | 'rejected'
  readonly userId: number
  readonly comment: string
}

/** The payload of the timer of a {@link JobWait}. */
export interface WaitTimer {
  readonly waitId: number
}

/** The payload of a run's timer. The timer does nothing once its attempt is completed or replaced by a new one. */
export interface RunTimer {
  readonly runId: number
  readonly attempt: number
}

/** The time at which the workflows of a repository run by their schedules, in epoch milliseconds. */
export interface ScheduleTimer {
  readonly repoId: number
  readonly at: number
}

/** A key part that limits an index to unfinished runs with a concurrency group, of their own or of a job. */
const repoOfGrouped = ({ repoId, status, concurrency, jobs }: WorkflowRun): number | null =>
  status !== 'completed' && (concurrency !== undefined || jobs.some((job) => job.concurrency !== undefined))
    ? repoId
    : null

/** The collections of workflows and their runs. */
export const actionsCollections = {
  moveRun: timer<RunTimer>(),
  endWait: timer<WaitTimer>(),
  runSchedules: timer<ScheduleTimer>(),
  /** When the timer of a repository's schedules is due; 0 for none. */
  nextSchedules: value<number, [repoId: number]>(0),
  /** How long a workflow run takes, in milliseconds. */
  runDuration: value(500),
  runNumbers: sequence<[workflowId: number]>(),
  runnerIds: sequence(),
  /** The SHA of the workflow directory that a repository's workflows were read from; empty for a missing directory. */
  workflowDirectories: value<string, [repoId: number]>(''),
  /** The key that signs links to stored files and the tokens of jobs; made with the first of them. */
  storageKey: value<string>(),
  workflows: collection<Workflow>()({
    unique: { path: ['repoId', 'path'] },
    indexes: { listed: [(row) => (row.state === 'deleted' ? null : row.repoId)] },
    references: { repoId: cascade('repos') },
  }),
  workflowRuns: collection<WorkflowRun>()({
    unique: { suite: ['suiteId'] },
    indexes: {
      created: ['repoId', 'createdAt'],
      createdByWorkflow: ['workflowId', 'createdAt'],
      byCommit: ['repoId', 'headSha', 'createdAt'],
      grouped: [repoOfGrouped, 'createdAt'],
    },
    references: {
      repoId: cascade('repos'),
      workflowId: cascade('workflows'),
      suiteId: cascade('checkSuites'),
      headRepoId: setNull('repos'),
      actorId: cascade('accounts'),
      triggeringActorId: cascade('accounts'),
    },
  }),
  runAttempts: collection<RunAttempt>()({
    unique: { attempt: ['runId', 'attempt'] },
    references: { runId: cascade('workflowRuns'), triggeringActorId: cascade('accounts') },
  }),
  workflowJobs: collection<WorkflowJob>()({
    indexes: { byAttempt: ['runId', 'attempt'] },
    references: { repoId: cascade('repos'), runId: cascade('workflowRuns') },
  }),
  jobWaits: collection<JobWait>()({
    unique: { job: ['jobId'] },
    references: {
      repoId: cascade('repos'),
      runId: cascade('workflowRuns'),
      jobId: cascade('workflowJobs'),
      environmentId: cascade('environments'),
      deploymentId: cascade('deployments'),
    },
  }),
  runReviews: collection<RunReview>()({
    references: { runId: cascade('workflowRuns'), userId: cascade('accounts') },
  }),
  artifacts: collection<Artifact>()({
    unique: { name: ['runId', 'name'] },
    indexes: {
      created: ['repoId', 'createdAt'],
      named: ['repoId', 'name', 'createdAt'],
      byRun: ['runId', 'createdAt'],
    },
    references: { repoId: cascade('repos'), runId: cascade('workflowRuns') },
  }),
}
