import { collection, sequence, value } from '../../../core/store.ts'
import type { CheckConclusion } from './checks.ts'
import { cascade, setNull } from './keys.ts'

// Row types of workflows and what they run. Times are epoch milliseconds. The wire shapes are in json/.

/** The jobs that a run can have and what starts it: what a workflow file says. */
export interface WorkflowPlan {
  /** Null: the path. */
  readonly name: string | null
  /** What runs are titled, with expressions; null: the vendor's title for the event. */
  readonly runName: string | null
  /** The events that start it, by the vendor's name: `push`. */
  readonly triggers: Readonly<Record<string, TriggerFilter>>
  /** What `workflow_dispatch` takes; null: anything. */
  readonly inputs: Readonly<Record<string, InputPlan>> | null
  readonly jobs: readonly JobPlan[]
}

/** Patterns that narrow an event; null where a filter is not written. */
export interface TriggerFilter {
  readonly types: readonly string[] | null
  readonly branches: readonly string[] | null
  readonly branchesIgnore: readonly string[] | null
  readonly tags: readonly string[] | null
  readonly tagsIgnore: readonly string[] | null
  readonly paths: readonly string[] | null
  readonly pathsIgnore: readonly string[] | null
  /** The names of the workflows whose runs are meant: of `workflow_run` only. */
  readonly workflows: readonly string[] | null
}

/** One input of `workflow_dispatch`. */
export interface InputPlan {
  readonly required: boolean
  readonly default: string | null
  /** The values that a choice has; null for any. */
  readonly options: readonly string[] | null
}

/** One job; those of a matrix are one each, with the same key. */
export interface JobPlan {
  /** Its id in the file, by which others need it. */
  readonly key: string
  readonly name: string
  readonly needs: readonly string[]
  /** What it runs on. */
  readonly labels: readonly string[]
  /** The names of its own steps. */
  readonly steps: readonly string[]
}

export interface Workflow {
  readonly id: number
  readonly repoId: number
  /** `.github/workflows/ci.yml` */
  readonly path: string
  readonly name: string
  readonly state: 'active' | 'deleted' | 'disabled_fork' | 'disabled_inactivity' | 'disabled_manually'
  /** Of a workflow that the seed has without a file. */
  readonly plan: WorkflowPlan | null
  /** Whether its file has been on the default branch: only then it goes with the file. */
  readonly onDefaultBranch: boolean
  /** What its runs come to; null: what their jobs come to. */
  readonly conclusion: CheckConclusion | null
  /** What single jobs come to, by name; the others succeed. Empty: they follow `conclusion`. */
  readonly jobConclusions: Readonly<Record<string, JobConclusion>>
  readonly createdAt: number
  readonly updatedAt: number
  readonly deletedAt: number | null
}

export type JobConclusion = 'success' | 'failure' | 'cancelled' | 'skipped'

/** A run of a workflow, as its latest attempt has it. */
export interface WorkflowRun {
  readonly id: number
  readonly repoId: number
  readonly workflowId: number
  /** The check suite that is its own. */
  readonly suiteId: number
  readonly name: string
  readonly displayTitle: string
  /** `push`, `pull_request`, `workflow_dispatch`, … */
  readonly event: string
  /** A branch or tag, without `refs/heads/`. */
  readonly headBranch: string
  readonly headSha: string
  /** Null once the repository it came from is gone. */
  readonly headRepoId: number | null
  /** Counts the runs of its workflow. */
  readonly number: number
  /** From 1; counts up with each re-run. */
  readonly attempt: number
  readonly status: 'queued' | 'in_progress' | 'completed'
  /** Set exactly when it is completed. */
  readonly conclusion: CheckConclusion | null
  /** What the attempt is going to come to; null: what its jobs come to. */
  readonly outcome: CheckConclusion | null
  /** What single jobs of the attempt are going to come to, by name; the others succeed. Empty: they follow `outcome`. */
  readonly jobOutcomes: Readonly<Record<string, JobConclusion>>
  readonly jobs: readonly JobPlan[]
  readonly inputs: Readonly<Record<string, string>> | null
  /** How many runs led to this one, each started by the one before; absent: none. */
  readonly depth?: number
  readonly actorId: number
  /** Who started the latest attempt. */
  readonly triggeringActorId: number
  readonly logsDeleted: boolean
  readonly createdAt: number
  /** When the latest attempt was started. */
  readonly startedAt: number
  readonly updatedAt: number
}

/** An attempt of a run before its latest. */
export interface RunAttempt {
  readonly id: number
  readonly runId: number
  readonly attempt: number
  readonly conclusion: CheckConclusion | null
  readonly triggeringActorId: number
  readonly startedAt: number
  readonly updatedAt: number
}

/** A job of one attempt; its id is that of its check run. */
export interface WorkflowJob {
  readonly id: number
  readonly repoId: number
  readonly runId: number
  readonly attempt: number
  readonly key: string
  readonly name: string
  readonly labels: readonly string[]
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion: JobConclusion | null
  readonly steps: readonly JobStep[]
  /** Null until a runner has taken it. */
  readonly runnerId: number | null
  /** Its log as the seed has it; null: one that names its steps. */
  readonly log: string | null
  readonly createdAt: number
  readonly startedAt: number
  readonly completedAt: number | null
}

export interface JobStep {
  readonly number: number
  readonly name: string
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion: JobConclusion | null
  readonly startedAt: number | null
  readonly completedAt: number | null
}

/** Files that a run left. */
export interface Artifact {
  readonly id: number
  readonly repoId: number
  readonly runId: number
  readonly name: string
  /** The bytes in base64, by path within the archive. */
  readonly files: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
}

/** What an instance remembers of workflows. */
export const actionsCollections = {
  /** How long a workflow run takes, in milliseconds. */
  runDuration: value(500),
  runNumbers: sequence<[workflowId: number]>(),
  runnerIds: sequence(),
  /** The SHA of the workflow directory that a repository's workflows were read from; empty for a missing directory. */
  workflowDirectories: value<string, [repoId: number]>(''),
  /** The key that signs links to stored files; made with the first link. */
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
