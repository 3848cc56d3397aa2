import { MINUTE } from '#core/duration.ts'
import type { CloudContext } from '#cloud/call.ts'
import type { Credential } from '#cloud/schema/iam.ts'
import type { ServiceUse } from '#cloud/schema/iam-keys.ts'

/** Records the last use of an access key and of its role, to the minute so that few requests write. */
export function recordUse(
  { rows, clock }: Pick<CloudContext, 'rows' | 'clock'>,
  credential: Credential | null,
  { service, region }: { readonly service: string; readonly region: string },
): void {
  if (credential === null) return
  const at = Math.floor(clock.now() / MINUTE) * MINUTE
  const role = rows.roles.get(credential.roleId)
  if (role !== undefined && role.lastUsedAt !== at) rows.roles.update(role.id, { lastUsedAt: at })
  const { lastUsed } = credential
  if (lastUsed !== null && lastUsed.at === at && lastUsed.service === service && lastUsed.region === region) return
  rows.credentials.update(credential.id, { lastUsed: { at, service, region } })
  recordService({ rows }, credential, { service, region, at })
}

/** Records the last use of a service by the user or the role of a credential, for the access advisor. */
function recordService(
  { rows }: Pick<CloudContext, 'rows'>,
  { userId, roleId }: Credential,
  use: Pick<ServiceUse, 'service' | 'region' | 'at'>,
): void {
  const holderId = roleId ?? userId
  if (holderId === null) return
  const holderKind = roleId === null ? 'user' : 'role'
  const known = rows.serviceUses.find('service', holderKind, holderId, use.service)
  if (known === undefined) rows.serviceUses.insert({ holderKind, holderId, ...use })
  else rows.serviceUses.update(known.id, use)
}
