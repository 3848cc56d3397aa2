import { createHash } from 'node:crypto'
import type { Deployment, DeploymentState } from '#deployhost/schema.ts'

/** A line of a build log, or a change of the deployment's state. */
export interface LogEvent {
  readonly id: string
  readonly type: 'command' | 'delimiter' | 'deployment-state' | 'stderr' | 'stdout'
  readonly createdAt: number
  /** Absent for a mere change of state. */
  readonly text?: string
  readonly level?: 'error'
  readonly step?: string
  readonly readyState?: DeploymentState
}

/** Facts beside the deployment that its log mentions. */
export interface BuildFacts {
  /** The number of files to download; 0 for a commit. */
  readonly files: number
  /** The URL that a commit is cloned from; null for uploaded files. */
  readonly repository: string | null
}

type Line = Omit<LogEvent, 'id' | 'createdAt'>

/**
 * Returns the build log so far, oldest first. It is computed from the deployment alone, so every request gets the same
 * events.
 */
export function buildLog(deployment: Deployment, facts: BuildFacts): LogEvent[] {
  const { buildingAt, endedAt } = deployment
  if (buildingAt === null) return []
  const begun = opening(deployment, facts).map((line) => dated(line, buildingAt))
  const ended = endedAt === null ? [] : closing(deployment).map((line) => dated(line, endedAt))
  return [...begun, ...ended].map((event, position) => ({ ...event, id: idOf(deployment, event.createdAt, position) }))
}

function opening(deployment: Deployment, { files, repository }: BuildFacts): Line[] {
  const { buildCommand } = deployment.projectSettings
  const source =
    repository === null
      ? [out(`Downloading ${files} deployment file${files === 1 ? '' : 's'}...`)]
      : [
          out(
            `Cloning ${repository} (Branch: ${deployment.branch ?? ''}, Commit: ${deployment.sha?.slice(0, 7) ?? ''})`,
          ),
        ]
  return [
    { type: 'deployment-state', readyState: 'BUILDING' },
    out('Running build in Washington, D.C., USA (East) – iad1'),
    ...(repository === null ? [out('Retrieving list of deployment files...')] : []),
    ...source,
    out('Running "vercel build"'),
    { type: 'delimiter', step: 'install', readyState: 'BUILDING' },
    { type: 'command', text: `Running "${typeof buildCommand === 'string' ? buildCommand : 'npm run build'}"` },
  ]
}

function closing({ state, error, buildingAt, endedAt }: Deployment): Line[] {
  if (state === 'CANCELED') {
    return [out('The build was canceled.'), { type: 'deployment-state', readyState: 'CANCELED' }]
  }
  if (error !== null) {
    return [
      { type: 'stderr', text: `Error: ${error.message}`, level: 'error', step: error.step },
      { type: 'deployment-state', readyState: 'ERROR' },
    ]
  }
  const seconds = Math.round(((endedAt ?? 0) - (buildingAt ?? 0)) / 1000)
  return [
    out(`Build Completed in /vercel/output [${seconds}s]`),
    out('Deploying outputs...'),
    { type: 'delimiter', step: 'deploy', readyState: 'READY' },
    out('Deployment completed'),
    { type: 'deployment-state', readyState: 'READY' },
  ]
}

function out(text: string): Line {
  return { type: 'stdout', text }
}

function dated(line: Line, createdAt: number): Line & { readonly createdAt: number } {
  return { ...line, createdAt }
}

/** Returns an id of digits, as the vendor's: the time, followed by digits that are unique within that time. */
function idOf({ id }: Deployment, createdAt: number, position: number): string {
  const digest = createHash('sha1').update(`${id} ${position}`).digest()
  return `${createdAt}${String(position).padStart(3, '0')}${String(digest.readUInt32BE(0)).padStart(10, '0')}`
}
