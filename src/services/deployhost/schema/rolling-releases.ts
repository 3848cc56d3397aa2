import { collection, timer, value } from '#core/store.ts'
import type { Sortable } from './accounts.ts'

/** The ways in which a rolling release goes on: by the clock, or when a user approves. */
export const ADVANCEMENT_TYPES = ['automatic', 'manual-approval'] as const

/** A stage of a rolling release: a part of the traffic for a time. */
export interface ReleaseStage {
  /** The part of the traffic that goes to the new deployment; 100 in the last stage. */
  readonly targetPercentage: number
  /** In minutes; null for a stage that ends when a user approves, and for the last one. */
  readonly duration: number | null
  readonly requireApproval: boolean
  /** Null when it was not set. Stored only. */
  readonly linearShift: boolean | null
}

/** The rolling releases that a project has. https://vercel.com/docs/rolling-releases */
export interface ReleaseSettings {
  readonly advancementType: (typeof ADVANCEMENT_TYPES)[number]
  readonly stages: readonly ReleaseStage[]
  /** Null when it was not set. Stored only. */
  readonly canaryResponseHeader: boolean | null
}

/** A rolling release of a project, over or not. */
export interface RollingRelease extends Sortable {
  readonly id: number
  readonly projectId: string
  readonly state: 'ACTIVE' | 'COMPLETE' | 'ABORTED'
  readonly advancementType: ReleaseSettings['advancementType']
  readonly stages: readonly ReleaseStage[]
  /** The position of the stage that it is in, or was in when it ended. */
  readonly stageIndex: number
  /** The deployment that gets more and more of the traffic. */
  readonly canaryDeploymentId: string
  /** The deployment that had all of it. */
  readonly currentDeploymentId: string
  /** The newer deployment whose release begins after this one; null for none. */
  readonly queuedDeploymentId: string | null
  readonly startedAt: number
  readonly updatedAt: number
}

/** The collections of rolling releases. */
export const rollingReleaseCollections = {
  /** By the id of the project; none while its releases are not rolling. */
  releaseSettings: value<ReleaseSettings, [projectId: string]>(),
  rollingReleases: collection<RollingRelease>()({
    unique: { active: [({ state, projectId }) => (state === 'ACTIVE' ? projectId : null)] },
    indexes: { bySortKey: ['sortKey'], byProject: ['projectId', 'sortKey'] },
    references: { projectId: { to: 'projects', onDelete: 'cascade' } },
  }),
  /** Ends a stage that has a duration. */
  endReleaseStage: timer<{ readonly releaseId: number; readonly stageIndex: number }>(),
}
