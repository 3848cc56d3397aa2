import * as v from 'valibot'
import { Failure } from '#core/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { jobOfToken, type JobIdentity } from '#codehost/rules/actions/job-tokens.ts'

/**
 * A step: loads the job whose token the request has.
 *
 * @throws 401.
 */
export function requireJob(call: CodehostCall): { readonly identity: JobIdentity } {
  const [, token = ''] = /^bearer (.+)$/i.exec(call.header('authorization') ?? '') ?? []
  const identity = jobOfToken(call, token)
  if (identity === null) throw new Failure(401, 'Unable to authenticate the job by its token')
  return { identity }
}

/**
 * Returns a step that reads the request of a Twirp method.
 *
 * @throws 400.
 */
export function requireMessage<S extends v.GenericSchema>(schema: S) {
  return (call: CodehostCall): { readonly message: v.InferOutput<S> } => {
    const parsed = v.safeParse(schema, call.json() ?? {})
    if (!parsed.success) throw new Failure(400, 'the json request could not be decoded')
    return { message: parsed.output }
  }
}
