import type { Rows, Site } from '#codehost/call.ts'
import type { Reaction } from '#codehost/schema/issues.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'

/** The eight reactions. https://docs.github.com/rest/reactions/reactions#about-reactions */
export const REACTIONS = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as const

/** The number of reactions of each kind on a subject such as `issue 12`. `url` is the subject's own URL. */
export function reactionRollupJson(rows: Rows, repoId: number, subject: string, url: string) {
  const counts = { '+1': 0, '-1': 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 }
  const total = rows.reactions.count('bySubject', repoId, subject)
  if (total > 0) for (const { content } of rows.reactions.list('bySubject', repoId, subject)) counts[content] += 1
  return { url: `${url}/reactions`, total_count: total, ...counts }
}

/** A reaction: `reaction`. */
export function reactionJson(site: Site, reaction: Reaction) {
  return {
    id: reaction.id,
    node_id: nodeId('REA', reaction.id),
    user: simpleUserByIdJson(site, reaction.userId),
    content: reaction.content,
    created_at: time(reaction.createdAt),
  }
}
