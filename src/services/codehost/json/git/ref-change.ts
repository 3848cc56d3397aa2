import type { Site } from '#codehost/call.ts'
import type { RefChange } from '#codehost/schema/ref-log.ts'
import { simpleUserOrNullJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'

/** A change of a branch: `activity`. */
export function refChangeJson(site: Site, change: RefChange) {
  const { id, before, after, ref, kind, actorId, createdAt } = change
  return {
    id,
    node_id: nodeId('PSH', id),
    before,
    after,
    ref,
    timestamp: time(createdAt),
    activity_type: kind,
    actor: simpleUserOrNullJson(site, actorId),
  }
}
