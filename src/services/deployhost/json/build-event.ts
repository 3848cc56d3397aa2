import type { Deployment } from '../schema.ts'
import type { LogEvent } from '../rules/build-log.ts'

/** An event of a build as the current version of the API has it. */
export function buildEventJson(deployment: Deployment, event: LogEvent) {
  return {
    type: event.type,
    created: event.createdAt,
    ...detailsJson(deployment, event),
    ...(event.level === undefined ? {} : { level: event.level }),
  }
}

/** An event of a build as version 2 has it: what it says is in `payload`. */
export function nestedBuildEventJson(deployment: Deployment, event: LogEvent) {
  return { type: event.type, created: event.createdAt, payload: detailsJson(deployment, event) }
}

/** That the deployment has its hosts; the last event of a log that is followed. */
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
