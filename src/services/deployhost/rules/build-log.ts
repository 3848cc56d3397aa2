import { createHash } from 'node:crypto'
import type { Deployment, DeploymentState } from '../schema.ts'

/** One line of a build log, or a change of its state. */
export interface LogEvent {
  readonly id: string
  readonly type: 'command' | 'delimiter' | 'deployment-state' | 'stderr' | 'stdout'
  readonly createdAt: number
  /** Absent where only the state changed. */
  readonly text?: string
  readonly level?: 'error'
  readonly step?: string
  readonly readyState?: DeploymentState
}

/** What a log speaks of beside the deployment. */
export interface BuildFacts {
  /** How many files there are to download; 0 for a commit. */
  readonly files: number
  /** Where a commit is cloned from; null where files were uploaded. */
  readonly repository: string | null
}

type Line = Omit<LogEvent, 'id' | 'createdAt'>

/**
 * What the build of a deployment has said so far, oldest first. It follows from the deployment alone: what was there is
 * there, and the same, whenever it is asked for.
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

/** Digits, as the vendor's: when it was, and what tells it from the others of its moment. */
function idOf({ id }: Deployment, createdAt: number, position: number): string {
  const digest = createHash('sha1').update(`${id} ${position}`).digest()
  return `${createdAt}${String(position).padStart(3, '0')}${String(digest.readUInt32BE(0)).padStart(10, '0')}`
}
