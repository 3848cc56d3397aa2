import { HOUR, MINUTE } from '#core/duration.ts'
import { JwtFlaw, signJwt, verifyOwnJwt, type SigningKey } from '#oauth/jwt/jwt.ts'
import type { CodehostContext } from '#codehost/call.ts'
import type { WorkflowJob, WorkflowRun } from '#codehost/schema/actions.ts'

/** How long the token of a job works: as long as the vendor lets a job run. */
const LIFETIME = 6 * HOUR

/** The claims of a token about its job. */
export interface JobIdentity {
  readonly run: WorkflowRun
  readonly job: WorkflowJob | null
}

type TokenContext = Pick<CodehostContext, 'rows' | 'clock' | 'ids'>

/** Returns the key that signs the tokens of jobs, which only this instance reads. */
function jobKey({ rows, ids }: TokenContext): SigningKey {
  const known = rows.storageKey.get()
  const secret = known ?? ids.secret.hex(32)
  if (known === undefined) rows.storageKey.set(secret)
  return { alg: 'HS256', secret }
}

/**
 * Returns the token by which a job uploads files and asks for identity tokens. Its `scp` names the run and the job as
 * the vendor's clients read it.
 */
export function jobToken(context: TokenContext, { run, job }: JobIdentity): string {
  const now = Math.floor(context.clock.now() / 1000)
  return signJwt(
    {
      ac: '[]',
      scp: `Actions.GenericRead:${run.id} Actions.Results:${run.id}:${job?.id ?? 0}`,
      nbf: now - (5 * MINUTE) / 1000,
      exp: now + LIFETIME / 1000,
      iss: 'backlot',
    },
    jobKey(context),
  )
}

/** Returns the job that a token is for; null for a token that is wrong or has expired, and for a job that is gone. */
export function jobOfToken(context: TokenContext, token: string): JobIdentity | null {
  const claims = claimsOf(context, token)
  if (claims === null || Number(claims['exp']) * 1000 <= context.clock.now()) return null
  const [, runId, jobId] = /Actions\.Results:(\d+):(\d+)/.exec(String(claims['scp'])) ?? []
  const run = context.rows.workflowRuns.get(Number(runId))
  return run === undefined ? null : { run, job: context.rows.workflowJobs.get(Number(jobId)) ?? null }
}

function claimsOf(context: TokenContext, token: string): Readonly<Record<string, unknown>> | null {
  try {
    return verifyOwnJwt(token, jobKey(context))
  } catch (error) {
    if (error instanceof JwtFlaw) return null
    throw error
  }
}

/** Returns whether a request is for one of the services of jobs, which know no users. */
export function isForJobs({ path }: { readonly path: string }): boolean {
  return path.startsWith('/_services/') || path.startsWith('/twirp/')
}
