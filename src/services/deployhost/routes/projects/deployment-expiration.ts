import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import {
  changedExpiration,
  DEFAULT_EXPIRATION,
  EXPIRATION_PERIODS,
  expirationIn,
  periodOf,
} from '#deployhost/rules/expiration.ts'
import { changeProject } from '#deployhost/rules/projects.ts'
import { requireProjectWrite } from '#deployhost/steps/projects.ts'
import * as v from 'valibot'

const { patch } = routesFor<DeployhostCall>()

const period = v.optional(v.picklist(EXPIRATION_PERIODS))

/** How long deployments are kept, in a request for a project or a team. */
export const ExpirationChanges = v.strictObject({
  expiration: period,
  expirationProduction: period,
  expirationCanceled: period,
  expirationErrored: period,
})

/** How long the deployments of a project are kept. https://vercel.com/docs/deployment-retention */
export const deploymentExpirationRoutes = [
  patch(
    'updateDeploymentExpiration',
    '/v9/projects/:idOrName/deployment-expiration',
    requireProjectWrite,
    body(ExpirationChanges),
    (call) => {
      const { project, body } = call
      const before = expirationIn(project.settings, 'deploymentExpiration') ?? DEFAULT_EXPIRATION
      const deploymentExpiration = changedExpiration(before, body)
      changeProject(call, project, { settings: { ...project.settings, deploymentExpiration } })
      return json({
        deploymentExpiration: {
          expiration: periodOf(deploymentExpiration.expirationDays),
          expirationProduction: periodOf(deploymentExpiration.expirationDaysProduction),
          expirationCanceled: periodOf(deploymentExpiration.expirationDaysCanceled),
          expirationErrored: periodOf(deploymentExpiration.expirationDaysErrored),
        },
      })
    },
  ),
]
