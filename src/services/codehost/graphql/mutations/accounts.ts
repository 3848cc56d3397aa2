import type { CodehostCall } from '#codehost/call.ts'
import { removeOutsideCollaborator } from '#codehost/rules/accounts/outside-collaborators.ts'
import { changedSettings } from '#codehost/rules/accounts/organization-settings.ts'
import { removeLimit, setLimit, type LimitTarget } from '#codehost/rules/accounts/interactions.ts'
import { setStatus } from '#codehost/rules/accounts/statuses.ts'
import { isPackageAdmin, deleteVersion } from '#codehost/rules/packages/packages.ts'
import { roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import { changeDependabotAlert } from '#codehost/rules/security/dependabot-alerts.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { PackageVersion } from '#codehost/schema/packages.ts'
import type { DependabotAlert } from '#codehost/schema/security-alerts.ts'
import { requireFieldScopes, viewerOf } from '../access.ts'
import { fieldForbidden } from '../failures.ts'
import type { Fields } from '../source.ts'
import { findRepo, findRow, notPermitted, payload, requireChange, type Input } from './input.ts'

interface LimitInput {
  readonly limit: 'EXISTING_USERS' | 'CONTRIBUTORS_ONLY' | 'COLLABORATORS_ONLY' | 'NO_LIMIT'
  readonly expiry?: 'ONE_DAY' | 'THREE_DAYS' | 'ONE_WEEK' | 'ONE_MONTH' | 'SIX_MONTHS' | null
}

interface StatusInput {
  readonly emoji?: string | null
  readonly message?: string | null
  readonly limitedAvailability?: boolean | null
  readonly organizationId?: string | null
  readonly expiresAt?: string | null
}

const GROUPS = {
  EXISTING_USERS: 'existing_users',
  CONTRIBUTORS_ONLY: 'contributors_only',
  COLLABORATORS_ONLY: 'collaborators_only',
} as const

const EXPIRIES = {
  ONE_DAY: 'one_day',
  THREE_DAYS: 'three_days',
  ONE_WEEK: 'one_week',
  ONE_MONTH: 'one_month',
  SIX_MONTHS: 'six_months',
} as const

const REASONS = {
  FIX_STARTED: 'fix_started',
  INACCURATE: 'inaccurate',
  NO_BANDWIDTH: 'no_bandwidth',
  NOT_USED: 'not_used',
  TOLERABLE_RISK: 'tolerable_risk',
} as const

/** The mutations of accounts, their limits and packages. https://docs.github.com/graphql/reference/mutations */
export const accountMutations: Fields<undefined> = {
  changeUserStatus: (_root, args: Input<StatusInput>, call) => {
    const { emoji, message, limitedAvailability, organizationId, expiresAt } = args.input
    requireFieldScopes(call, 'changeUserStatus', ['user'])
    const org = organizationId == null ? null : findRow<Account>(call, organizationId, 'Organization')
    const status = setStatus(call, viewerOf(call), {
      emoji: emoji || null,
      message: message || null,
      isBusy: limitedAvailability === true,
      orgId: org?.id ?? null,
      expiresAt: expiresAt == null ? null : Date.parse(expiresAt),
    })
    return payload(args, { status })
  },
  setRepositoryInteractionLimit: (_root, args: Input<LimitInput & { repositoryId: string }>, call, info) => {
    const repository = findRepo(call, args.input.repositoryId)
    requireChange(call, repository, info, {
      operation: 'interactions/set-restrictions-for-repo',
      permission: 'admin',
    })
    changeLimit(call, { repo: repository }, args.input)
    return payload(args, { repository })
  },
  setOrganizationInteractionLimit: (_root, args: Input<LimitInput & { organizationId: string }>, call, info) => {
    const organization = requireOwn(call, args.input.organizationId, info)
    changeLimit(call, { account: organization }, args.input)
    return payload(args, { organization })
  },
  setUserInteractionLimit: (_root, args: Input<LimitInput & { userId: string }>, call, info) => {
    const user = findRow<Account>(call, args.input.userId, 'User')
    if (user.id !== viewerOf(call).id) throw notPermitted(viewerOf(call), info.fieldName)
    requireFieldScopes(call, info.fieldName, ['user'])
    changeLimit(call, { account: user }, args.input)
    return payload(args, { user })
  },
  removeOutsideCollaborator: (_root, args: Input<{ organizationId: string; userId: string }>, call, info) => {
    const organization = requireOwn(call, args.input.organizationId, info)
    const removedUser = findRow<Account>(call, args.input.userId, 'User')
    removeOutsideCollaborator(call, organization, removedUser, viewerOf(call))
    return payload(args, { removedUser })
  },
  updateOrganizationWebCommitSignoffSetting: (
    _root,
    args: Input<{ organizationId: string; webCommitSignoffRequired: boolean }>,
    call,
    info,
  ) => {
    const body = { web_commit_signoff_required: args.input.webCommitSignoffRequired }
    return payload(args, changeOrganization(call, requireOwn(call, args.input.organizationId, info), body))
  },
  updateOrganizationAllowPrivateRepositoryForkingSetting: (
    _root,
    args: Input<{ organizationId: string; forkingEnabled: boolean }>,
    call,
    info,
  ) => {
    const body = { members_can_fork_private_repositories: args.input.forkingEnabled }
    return payload(args, changeOrganization(call, requireOwn(call, args.input.organizationId, info), body))
  },
  updateRepositoryWebCommitSignoffSetting: (
    _root,
    args: Input<{ repositoryId: string; webCommitSignoffRequired: boolean }>,
    call,
    info,
  ) => {
    const before = findRepo(call, args.input.repositoryId)
    requireChange(call, before, info, { operation: 'repos/update', permission: 'admin' })
    const changes = { webCommitSignoffRequired: args.input.webCommitSignoffRequired, updatedAt: call.clock.now() }
    const repository = call.rows.repos.update(before.id, changes)
    return payload(args, { message: 'The setting has been updated.', repository })
  },
  dismissRepositoryVulnerabilityAlert: (
    _root,
    args: Input<{ repositoryVulnerabilityAlertId: string; dismissReason: keyof typeof REASONS }>,
    call,
    info,
  ) => {
    const id = args.input.repositoryVulnerabilityAlertId
    const alert = findRow<DependabotAlert>(call, id, 'RepositoryVulnerabilityAlert')
    const repo = call.rows.repos.require(alert.repoId)
    const user = requireChange(call, repo, info, { operation: 'dependabot/update-alert', permission: 'push' })
    const reason = REASONS[args.input.dismissReason]
    const change = { state: 'dismissed', reason, comment: undefined, assigneeIds: undefined } as const
    return payload(args, { repositoryVulnerabilityAlert: changeDependabotAlert(call, { repo, user }, alert, change) })
  },
  deletePackageVersion: (_root, args: Input<{ packageVersionId: string }>, call, info) => {
    const version = findRow<PackageVersion>(call, args.input.packageVersionId, 'PackageVersion')
    requireFieldScopes(call, info.fieldName, ['delete:packages'])
    const pack = call.rows.packages.require(version.packageId)
    if (!isPackageAdmin(call, call.rows.accounts.require(pack.ownerId))) {
      throw notPermitted(viewerOf(call), info.fieldName)
    }
    deleteVersion(call, pack, version)
    return payload(args, { success: true })
  },
}

function changeLimit(call: CodehostCall, target: LimitTarget, { limit, expiry }: LimitInput): void {
  if (limit === 'NO_LIMIT') removeLimit(call, target)
  else setLimit(call, target, { limit: GROUPS[limit], expiry: EXPIRIES[expiry ?? 'ONE_DAY'] })
}

function changeOrganization(call: CodehostCall, org: Account, body: Parameters<typeof changedSettings>[1]) {
  const settings = changedSettings(org.settings, body)
  const organization = call.rows.accounts.update(org.id, { settings, updatedAt: call.clock.now() })
  return { message: 'The setting has been updated.', organization }
}

/** Returns the organization with a node id, for its owners. @throws `NOT_FOUND`, `FORBIDDEN`. */
function requireOwn(call: CodehostCall, id: string, { fieldName }: { readonly fieldName: string }): Account {
  const org = findRow<Account>(call, id, 'Organization')
  requireFieldScopes(call, fieldName, ['admin:org'])
  const user = viewerOf(call)
  if (call.principal?.app != null) throw fieldForbidden('Resource not accessible by integration')
  if (roleInOrganization(call.rows, org, user) !== 'admin') throw notPermitted(user, fieldName)
  return org
}
