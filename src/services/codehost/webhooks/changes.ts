import type { Site } from '#codehost/call.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { time } from '#codehost/json/format.ts'
import { protectionRuleJson } from '#codehost/json/protection/protection.ts'
import { roleName } from '#codehost/json/repos/collaborator.ts'
import { permissionsJson } from '#codehost/json/repos/repository.ts'
import type { EventOf, TeamSubject } from '#codehost/schema/events.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'

// The member `changes` of payloads, which tells previous values; undefined where the event has none.

/** The member `changes` of a payload. */
export type Changes = Readonly<Record<string, unknown>>

/** Previous title and text of an edited issue or pull request. */
export function issueChanges(before: Issue, { title, body }: Issue): Changes {
  return {
    ...(title === before.title ? {} : { title: { from: before.title } }),
    ...(body === before.body ? {} : { body: { from: before.body ?? '' } }),
  }
}

/** The previous base branch of a pull request. */
export function retargetChanges({ baseRef, baseSha }: Pull): Changes {
  return { base: { ref: { from: baseRef }, sha: { from: baseSha } } }
}

/** The previous text of an edited comment or review. */
export function bodyChanges({ before }: { readonly before?: { readonly body: string } | undefined }) {
  return before === undefined ? undefined : { body: { from: before.body } }
}

/** Previous values of an edited label. */
export function labelChanges({ label, before }: EventOf<'label'>): Changes | undefined {
  if (before === undefined) return undefined
  return {
    ...(before.name === label.name ? {} : { name: { from: before.name } }),
    ...(before.color === label.color ? {} : { color: { from: before.color } }),
    ...(before.description === label.description ? {} : { description: { from: before.description ?? '' } }),
  }
}

/** Previous values of an edited milestone. */
export function milestoneChanges({ milestone, before }: EventOf<'milestone'>): Changes | undefined {
  if (before === undefined) return undefined
  const { title, description, dueOn } = milestone
  return {
    ...(title === before.title ? {} : { title: { from: before.title } }),
    ...(description === before.description ? {} : { description: { from: before.description ?? '' } }),
    ...(dueOn === before.dueOn ? {} : { due_on: { from: before.dueOn === null ? '' : time(before.dueOn) } }),
  }
}

/** The permission that a collaborator got, or had before. */
export function memberChanges({ permission, formerPermission }: EventOf<'member'>): Changes | undefined {
  if (permission === undefined) return undefined
  const role = roleName(permission)
  if (formerPermission !== undefined) return { permission: { from: roleName(formerPermission), to: role } }
  // The permission is one of three for older receivers.
  const legacy = role === 'triage' ? 'read' : role === 'maintain' ? 'write' : role
  return { permission: { to: legacy }, role_name: { to: role } }
}

/** The previous login of a renamed organization. */
export function loginChanges({ formerLogin }: { readonly formerLogin: string }): Changes {
  return { login: { from: formerLogin } }
}

/** Previous values of an edited team, or its previous permission for a repository. */
export function teamChanges(team: Team, { before, formerPermission }: TeamSubject): Changes | undefined {
  if (formerPermission !== undefined) {
    const { admin, pull, push } = permissionsJson(formerPermission)
    return { repository: { permissions: { from: { admin, pull, push } } } }
  }
  if (before === undefined) return undefined
  return {
    ...(before.name === team.name ? {} : { name: { from: before.name } }),
    ...(before.description === team.description ? {} : { description: { from: before.description ?? '' } }),
    ...(before.privacy === team.privacy ? {} : { privacy: { from: before.privacy } }),
  }
}

/** Previous values of an edited release. */
export function releaseChanges({ release, before }: EventOf<'release'>): Changes | undefined {
  if (before === undefined) return undefined
  return {
    ...(before.name === release.name ? {} : { name: { from: before.name ?? '' } }),
    ...(before.body === release.body ? {} : { body: { from: before.body ?? '' } }),
  }
}

/** The previous name, owner or other values of a repository. */
export function repositoryChanges(site: Site, event: EventOf<'repository'>): Changes | undefined {
  const { action, repo, before, formerOwner } = event
  if (formerOwner !== undefined) return { owner: { from: { user: simpleUserJson(site, formerOwner) } } }
  if (before === undefined) return undefined
  if (action === 'renamed') return { repository: { name: { from: before.name } } }
  return action === 'edited' ? editedFields(before, repo) : undefined
}

function editedFields(before: Repo, after: Repo): Changes {
  return {
    ...(before.description === after.description ? {} : { description: { from: before.description } }),
    ...(before.homepage === after.homepage ? {} : { homepage: { from: before.homepage } }),
    ...(before.defaultBranch === after.defaultBranch ? {} : { default_branch: { from: before.defaultBranch } }),
    ...(before.topics.join() === after.topics.join() ? {} : { topics: { from: before.topics } }),
  }
}

/** The members of an edited protection that carry previous values. */
const REPORTED = [
  'admin_enforced',
  'allow_deletions_enforcement_level',
  'allow_force_pushes_enforcement_level',
  'authorized_actors_only',
  'authorized_actor_names',
  'authorized_dismissal_actors_only',
  'dismiss_stale_reviews_on_push',
  'pull_request_reviews_enforcement_level',
  'require_code_owner_review',
  'required_approving_review_count',
  'required_conversation_resolution_level',
  'required_status_checks',
  'required_status_checks_enforcement_level',
  'signature_requirement_enforcement_level',
  'linear_history_requirement_enforcement_level',
] as const // literal member names

/** Previous values of an edited protection; empty when no member changed that the event reports. */
export function protectionChanges({ protection, before }: EventOf<'branch_protection_rule'>): Changes | undefined {
  if (before === undefined) return undefined
  const [old, current] = [protectionRuleJson(before), protectionRuleJson(protection)]
  const changed = REPORTED.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(current[name]))
  return Object.fromEntries(changed.map((name) => [name, { from: old[name] }]))
}
