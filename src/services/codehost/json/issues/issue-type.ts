import { nodeId, time } from '../format.ts'
import type { IssueType } from '#codehost/schema/sub-issues.ts'

/** A type of issues: `issue-type`. */
export function issueTypeJson(type: IssueType) {
  const { id, name, description, color, isEnabled, createdAt, updatedAt } = type
  return {
    id,
    node_id: nodeId('IT', id),
    name,
    description,
    color,
    is_enabled: isEnabled,
    created_at: time(createdAt),
    updated_at: time(updatedAt),
  }
}
