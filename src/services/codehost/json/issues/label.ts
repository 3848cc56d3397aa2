import type { Site } from '#codehost/call.ts'
import type { Label } from '#codehost/schema/issues.ts'
import { isDefaultLabel } from '#codehost/rules/issues/default-labels.ts'
import { nodeId } from '../format.ts'

/** A label: `label`. */
export function labelJson({ rows, base }: Pick<Site, 'rows' | 'base'>, label: Label) {
  const repo = rows.repos.require(label.repoId)
  const owner = rows.accounts.require(repo.ownerId)
  return {
    id: label.id,
    node_id: nodeId('LA', label.id),
    url: `${base}/repos/${owner.login}/${repo.name}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: isDefaultLabel(label),
    description: label.description,
  }
}
