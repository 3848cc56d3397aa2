import type { Deployment } from '#deployhost/schema.ts'
import type { LogEvent } from '#deployhost/rules/build-log.ts'

/** A build event in the current version of the API. */
export function buildEventJson(deployment: Deployment, event: LogEvent) {
  return {
    type: event.type,
    created: event.createdAt,
    ...detailsJson(deployment, event),
    ...(event.level === undefined ? {} : { level: event.level }),
  }
}

/** A build event in version 2, which nests its details in `payload`. */
export function nestedBuildEventJson(deployment: Deployment, event: LogEvent) {
  return { type: event.type, created: event.createdAt, payload: detailsJson(deployment, event) }
}

/** The last event of a followed log: the deployment has its aliases. */
export function aliasAssignedJson(deployment: Deployment, hosts: readonly string[]) {
  return {
    type: 'alias-assigned',
    date: deployment.aliasAssignedAt,
    deploymentId: deployment.id,
    alias: hosts,
    aliasError: null,
    aliasWarning: null,
  }
}

function detailsJson(deployment: Deployment, { id, createdAt, text, step, readyState }: LogEvent) {
  return {
    deploymentId: deployment.id,
    info: {
      type: 'build',
      name: deployment.buildId,
      entrypoint: '.',
      ...(step === undefined ? {} : { step }),
      ...(readyState === undefined ? {} : { readyState }),
    },
    ...(text === undefined ? {} : { text }),
    id,
    date: createdAt,
    serial: id,
  }
}
