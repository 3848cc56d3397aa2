import type { DeployhostContext } from '#deployhost/call.ts'
import { badRequest, conflict, notFound } from '#deployhost/errors.ts'
import type { Project, ProtectionBypass, User } from '#deployhost/schema.ts'

/** A change of a project's bypass secrets. */
export interface BypassInput {
  readonly generate?: { readonly secret?: string | undefined; readonly note?: string | undefined } | undefined
  readonly revoke?: boolean | { readonly secret: string; readonly regenerate: boolean } | undefined
  readonly update?:
    | { readonly secret: string; readonly isEnvVar?: boolean | undefined; readonly note?: string | undefined }
    | undefined
}

/**
 * Returns the secrets after a change. Without `revoke` and `update` one is generated; `revoke: true` removes all.
 * https://vercel.com/docs/deployment-protection/methods-to-bypass-deployment-protection/protection-bypass-automation
 *
 * @throws 404 for an unknown secret, 409 for an existing one.
 */
export function changeBypass(
  context: Pick<DeployhostContext, 'clock' | 'ids'>,
  project: Project,
  user: User,
  { generate, revoke, update }: BypassInput,
): Record<string, ProtectionBypass> {
  let secrets: Record<string, ProtectionBypass> = { ...project.protectionBypass }
  if (revoke === true) secrets = {}
  if (typeof revoke === 'object') {
    if (secrets[revoke.secret] === undefined) throw notFound('Protection bypass')
    const { [revoke.secret]: revoked, ...others } = secrets
    secrets = others
    if (revoke.regenerate) add(context, secrets, user, { note: revoked?.note ?? undefined })
  }
  if (update !== undefined) {
    const before = secrets[update.secret]
    if (before === undefined) throw notFound('Protection bypass')
    const { isEnvVar = before.isEnvVar, note = before.note } = update
    if (note !== null && note.length > 100) throw badRequest('The note can be up to 100 characters long.')
    // Only one secret is in the environment of deployments.
    if (isEnvVar) for (const [secret, each] of Object.entries(secrets)) secrets[secret] = { ...each, isEnvVar: false }
    secrets[update.secret] = { ...before, isEnvVar, note }
  }
  const nothingElse = update === undefined && (revoke === undefined || revoke === false)
  if (generate !== undefined || nothingElse) add(context, secrets, user, generate ?? {})
  return secrets
}

function add(
  { clock, ids }: Pick<DeployhostContext, 'clock' | 'ids'>,
  secrets: Record<string, ProtectionBypass>,
  user: User,
  { secret = ids.secret.base62(32), note }: NonNullable<BypassInput['generate']>,
): void {
  if (secrets[secret] !== undefined) throw conflict('The secret is already in use.')
  secrets[secret] = {
    createdAt: Math.floor(clock.now()),
    createdBy: user.id,
    scope: 'automation-bypass',
    isEnvVar: !Object.values(secrets).some(({ isEnvVar }) => isEnvVar),
    note: note ?? null,
  }
}
