// https://docs.github.com/webhooks/webhook-events-and-payloads

const repositoryEvents = [
  'branch_protection_configuration',
  'branch_protection_rule',
  'check_run',
  'check_suite',
  'code_scanning_alert',
  'commit_comment',
  'create',
  'custom_property_values',
  'delete',
  'dependabot_alert',
  'deploy_key',
  'deployment',
  'deployment_status',
  'discussion',
  'discussion_comment',
  'fork',
  'gollum',
  'issue_comment',
  'issue_dependencies',
  'issues',
  'label',
  'member',
  'meta',
  'milestone',
  'package',
  'page_build',
  'project',
  'project_card',
  'project_column',
  'public',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_review_thread',
  'push',
  'registry_package',
  'release',
  'repository',
  'repository_advisory',
  'repository_import',
  'repository_ruleset',
  'repository_vulnerability_alert',
  'secret_scanning_alert',
  'secret_scanning_alert_location',
  'secret_scanning_scan',
  'security_and_analysis',
  'star',
  'status',
  'sub_issues',
  'team_add',
  'watch',
  'workflow_dispatch',
  'workflow_job',
  'workflow_run',
] as const

const organizationEvents = [
  'custom_property',
  'membership',
  'org_block',
  'organization',
  'personal_access_token_request',
  'projects_v2',
  'projects_v2_item',
  'projects_v2_status_update',
  'team',
] as const

const appEvents = [
  'bypass_request_secret_scanning',
  'cache_sync',
  'deployment_protection_rule',
  'deployment_review',
  'dismissal_request_code_scanning',
  'dismissal_request_dependabot',
  'dismissal_request_secret_scanning',
  'exemption_request_push_ruleset',
  'github_app_authorization',
  'installation',
  'installation_repositories',
  'installation_target',
  'merge_group',
  'organization_custom_property_values',
  'repository_dispatch',
  'security_advisory',
] as const

/** The vendor's names of the events. */
export const EVENTS = [...repositoryEvents, ...organizationEvents, ...appEvents, 'ping'] as const

/** The name of an event. */
export type EventName = (typeof EVENTS)[number]

/** The events that a repository hook can subscribe to. Every hook receives `ping` without a subscription. */
export const REPOSITORY_EVENTS: ReadonlySet<string> = new Set(repositoryEvents)

/** The events that an organization hook can subscribe to: the events of repositories and those of the organization. */
export const ORGANIZATION_EVENTS: ReadonlySet<string> = new Set([...repositoryEvents, ...organizationEvents])

/**
 * The events that an app can subscribe to: those of organizations and its own. Events about its installations reach
 * every app.
 */
export const APP_EVENTS: ReadonlySet<string> = new Set([...ORGANIZATION_EVENTS, ...appEvents])
