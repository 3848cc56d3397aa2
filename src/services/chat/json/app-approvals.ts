import { ownMember } from '#core/objects.ts'
import type { Rows } from '#chat/call.ts'
import { SCOPE_WORDS } from '#chat/oauth/scope-words.ts'
import { resolutionOf } from '#chat/rules/app-approvals.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { findTeam } from '#chat/rules/workspaces.ts'
import type { AppConfig, AppRequest, AppResolution, AppScope } from '#chat/schema/app-approvals.ts'

// Apps as administrators of an enterprise organization see them.

function appJson(rows: Rows, id: string) {
  return {
    id,
    name: rows.apps.get(id)?.name ?? '',
    description: '',
    help_url: '',
    privacy_policy_url: '',
    app_homepage_url: '',
    app_directory_url: '',
    is_app_directory_approved: false,
    is_internal: true,
    is_granular_bot_app: true,
    additional_info: '',
  }
}

function scopeJson({ name, tokenType }: AppScope) {
  return { name, description: ownMember(SCOPE_WORDS, name) ?? '', is_sensitive: false, token_type: tokenType }
}

/** Returns a decision about an app. */
export function resolutionJson(rows: Rows, { appId, scopes, updatedAt, actorId }: AppResolution) {
  return {
    app: appJson(rows, appId),
    scopes: scopes.map(scopeJson),
    date_updated: seconds(updatedAt),
    last_resolved_by: { actor_id: actorId, actor_type: 'user' },
  }
}

/** Returns a request to install an app. https://docs.slack.dev/reference/events/app_requested */
export function appRequestJson(rows: Rows, request: AppRequest) {
  const { id, appId, teamId, userId, scopes, createdAt } = request
  const user = rows.users.require(userId)
  const team = findTeam(rows, teamId) ?? rows.team.get()
  const before = resolutionOf(rows, appId, teamId)
  return {
    id,
    app: appJson(rows, appId),
    user: { id: userId, name: user.name, email: user.profile.email ?? '' },
    team: { id: team.id, name: team.name, domain: team.domain },
    scopes: scopes.map(scopeJson),
    previous_resolution: before === undefined ? null : { status: before.status, scopes: before.scopes.map(scopeJson) },
    is_user_app_collaborator: false,
    message: '',
    date_created: seconds(createdAt),
  }
}

/** Returns the settings of an app as a connector. */
export function appConfigJson({ id, urls, emails, workflowAuthStrategy }: AppConfig) {
  return { app_id: id, domain_restrictions: { urls, emails }, workflow_auth_strategy: workflowAuthStrategy }
}
