import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { badRequest, notFound } from '#deployhost/errors.ts'
import { releaseSettingsJson, rollingReleaseJson } from '#deployhost/json/rolling-release.ts'
import { findDeployment } from '#deployhost/rules/deployments.ts'
import {
  abortRelease,
  activeRelease,
  approveStage,
  completeRelease,
  findActiveRelease,
  lastRelease,
  requireStages,
  startRelease,
} from '#deployhost/rules/rolling-releases.ts'
import { ADVANCEMENT_TYPES } from '#deployhost/schema/rolling-releases.ts'
import { loadProject, requireProjectWrite } from '#deployhost/steps/projects.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const percentage = v.pipe(v.number(), v.integer(), v.minValue(0, 'should be >= 0'), v.maxValue(100, 'should be <= 100'))
const minutes = v.pipe(v.number(), v.minValue(1, 'should be >= 1'), v.maxValue(10_000, 'should be <= 10000'))

const ReleaseSettingsInput = v.object({
  enabled: v.boolean(),
  advancementType: v.optional(v.picklist(ADVANCEMENT_TYPES), 'automatic'),
  stages: v.optional(
    v.array(
      v.object({
        targetPercentage: percentage,
        duration: v.optional(minutes),
        requireApproval: v.optional(v.boolean()),
        linearShift: v.optional(v.boolean()),
      }),
    ),
    [],
  ),
  canaryResponseHeader: v.optional(v.boolean()),
})

const ReleaseInput = v.object({ canaryDeploymentId: v.string() })

const StageApproval = v.object({ canaryDeploymentId: v.string(), nextStageIndex: v.pipe(v.number(), v.integer()) })

const path = '/v1/projects/:idOrName/rolling-release'

/** The rolling releases of a project. https://vercel.com/docs/rolling-releases */
export const rollingReleasesRoutes = [
  get('getRollingReleaseBillingStatus', `${path}/billing`, loadProject, () =>
    json({ availableSlots: 'unlimited', reason: 'unlimited_slots', message: 'Unlimited rolling releases' }),
  ),
  get('getRollingReleaseConfig', `${path}/config`, loadProject, ({ rows, project }) => {
    const settings = rows.releaseSettings.get(project.id)
    return json({ rollingRelease: settings === undefined ? null : releaseSettingsJson(settings) })
  }),
  patch('updateRollingReleaseConfig', `${path}/config`, requireProjectWrite, body(ReleaseSettingsInput), (call) => {
    const { rows, project, body } = call
    if (!body.enabled) {
      rows.releaseSettings.delete(project.id)
      return json({ rollingRelease: null })
    }
    const { advancementType, canaryResponseHeader = null } = body
    const last = body.stages.length - 1
    const stages = body.stages.map(({ targetPercentage, duration, requireApproval, linearShift }, at) => ({
      targetPercentage,
      duration: duration ?? null,
      requireApproval: requireApproval ?? (advancementType === 'manual-approval' && at < last),
      linearShift: linearShift ?? null,
    }))
    const settings = { advancementType, stages, canaryResponseHeader }
    requireStages(settings)
    rows.releaseSettings.set(settings, project.id)
    return json({ rollingRelease: releaseSettingsJson(settings) })
  }),
  del('deleteRollingReleaseConfig', `${path}/config`, requireProjectWrite, (call) => {
    const { rows, project, user } = call
    const active = activeRelease(rows, project)
    if (active !== undefined) abortRelease(call, active, user)
    rows.releaseSettings.delete(project.id)
    return json({ rollingRelease: null })
  }),
  get('getRollingRelease', path, loadProject, ({ rows, project, query }) => {
    const state = query.get('state')
    if (state !== null && !['ACTIVE', 'COMPLETE', 'ABORTED'].includes(state)) throw badRequest('Invalid state')
    const release = lastRelease(rows, project, state)
    return json({ rollingRelease: release === undefined ? null : rollingReleaseJson(rows, release) })
  }),
  post('startRollingRelease', `${path}/start`, requireProjectWrite, body(ReleaseInput), (call) => {
    const { rows, account, project, user, body } = call
    const canary = findDeployment(rows, account, body.canaryDeploymentId)
    if (canary.projectId !== project.id) throw notFound('Deployment')
    return json({ rollingRelease: rollingReleaseJson(rows, startRelease(call, project, canary, user)) })
  }),
  post('approveRollingReleaseStage', `${path}/approve-stage`, requireProjectWrite, body(StageApproval), (call) => {
    const { rows, project, user, body } = call
    const active = findActiveRelease(rows, project, body.canaryDeploymentId)
    const release = approveStage(call, active, body.nextStageIndex, user)
    return json({ rollingRelease: rollingReleaseJson(rows, release) })
  }),
  post('completeRollingRelease', `${path}/complete`, requireProjectWrite, body(ReleaseInput), (call) => {
    const { rows, project, user, body } = call
    const active = findActiveRelease(rows, project, body.canaryDeploymentId)
    return json({ rollingRelease: rollingReleaseJson(rows, completeRelease(call, active, user)) })
  }),
]
