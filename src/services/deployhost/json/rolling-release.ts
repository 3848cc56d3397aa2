import type { Rows } from '#deployhost/call.ts'
import type { Deployment, ReleaseSettings, ReleaseStage, RollingRelease } from '#deployhost/schema.ts'
import { activeStage } from '#deployhost/rules/rolling-releases.ts'

/** The rolling releases that a project has. https://vercel.com/docs/rest-api/rolling-release */
export function releaseSettingsJson({ advancementType, stages, canaryResponseHeader }: ReleaseSettings) {
  return {
    target: 'production',
    enabled: true,
    advancementType,
    stages: stages.map(({ targetPercentage, duration, requireApproval, linearShift }) => ({
      targetPercentage,
      requireApproval,
      ...(duration === null ? {} : { duration }),
      ...(linearShift === null ? {} : { linearShift }),
    })),
    ...(canaryResponseHeader === null ? {} : { canaryResponseHeader }),
  }
}

/** A rolling release, with its deployments. https://vercel.com/docs/rest-api/rolling-release */
export function rollingReleaseJson(rows: Rows, release: RollingRelease) {
  const { stages, stageIndex, state } = release
  const active = activeStage(release)
  const next = state === 'ACTIVE' ? stages[stageIndex + 1] : undefined
  return {
    state,
    substate: null,
    currentDeployment: deploymentOfReleaseJson(rows.deployments.get(release.currentDeploymentId)),
    canaryDeployment: deploymentOfReleaseJson(rows.deployments.get(release.canaryDeploymentId)),
    queuedDeploymentId: release.queuedDeploymentId,
    advancementType: release.advancementType,
    stages: stages.map((stage, index) => stageJson(release, stage, index)),
    activeStage: active === null ? null : stageJson(release, active, stageIndex),
    nextStage: next === undefined ? null : stageJson(release, next, stageIndex + 1),
    ...(active === null ? {} : { currentCanaryPercentage: active.targetPercentage }),
    startedAt: release.startedAt,
    updatedAt: release.updatedAt,
  }
}

function stageJson(
  { stages }: RollingRelease,
  { targetPercentage, duration, requireApproval, linearShift }: ReleaseStage,
  index: number,
) {
  return {
    index,
    isFinalStage: index === stages.length - 1,
    targetPercentage,
    requireApproval,
    duration,
    ...(linearShift === null ? {} : { linearShift }),
  }
}

/** A deployment of a release; null for one that was deleted. */
function deploymentOfReleaseJson(deployment: Deployment | undefined) {
  if (deployment === undefined) return null
  const { id, name, url, target, source, createdAt, state, endedAt } = deployment
  return {
    id,
    name,
    url,
    target,
    ...(source === null ? {} : { source }),
    createdAt,
    readyState: state,
    ...(endedAt === null ? {} : { readyStateAt: endedAt }),
  }
}
