import { environmentOf } from '#deployhost/rules/drains.ts'
import type { DrainedLine } from '#deployhost/schema.ts'
import type { LogsDrained } from '#deployhost/schema/events.ts'

/** A line of a build's log as drains get it. https://vercel.com/docs/drains/reference/logs */
export function drainedLineJson(
  { project, deployment }: Pick<LogsDrained, 'project' | 'deployment'>,
  { id, type, createdAt, text, level }: DrainedLine,
) {
  return {
    id,
    deploymentId: deployment.id,
    source: 'build',
    host: deployment.url,
    timestamp: Math.floor(createdAt),
    projectId: project.id,
    level: level ?? 'info',
    message: text,
    buildId: deployment.buildId,
    type,
    environment: environmentOf(deployment),
    ...(deployment.branch === null ? {} : { branch: deployment.branch }),
    projectName: project.name,
  }
}

/** A line that the test of a drain sends. */
export function sampleLineJson(timestamp: number) {
  return {
    id: `${timestamp}0000000000000`,
    deploymentId: 'dpl_sample',
    source: 'build',
    host: 'sample.vercel.app',
    timestamp,
    projectId: 'prj_sample',
    level: 'info',
    message: 'This is a test of a drain.',
    buildId: 'bld_sample',
    type: 'stdout',
    environment: 'production',
    projectName: 'sample',
  }
}
