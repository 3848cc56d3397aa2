import { empty, json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite } from '#codehost/steps/access.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import {
  enforceAdminsJson,
  protectionJson,
  restrictionsJson,
  reviewsJson,
  signaturesJson,
  statusChecksJson,
} from '#codehost/json/protection/protection.ts'
import { findBranchTip } from '#codehost/rules/git/branches.ts'
import { changeProtection, removeProtection, setProtection } from '#codehost/rules/protection/changes.ts'
import {
  ProtectionInput,
  RequiredReviewsInput,
  StatusChecksInput,
  protectionFields,
  restrictionFields,
  reviewFields,
  statusFields,
} from '#codehost/rules/protection/input.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Protection, Restrictions } from '#codehost/schema/protection.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadProtection, requireProtectionWrite, requireNames, requireContexts } from '#codehost/steps/protection.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

// A branch's name may contain slashes, and the `url` of a protection does not encode them.
const path = '/repos/:owner/:repo/branches/*/protection'
const statuses = `${path}/required_status_checks` as const // the type of a path template
const contexts = `${path}/required_status_checks/contexts` as const // the same
const reviews = `${path}/required_pull_request_reviews` as const // the same
const admins = `${path}/enforce_admins` as const // the same
const signatures = `${path}/required_signatures` as const // the same
const restrictions = `${path}/restrictions` as const // the same

type ProtectionCall = CodehostCall & { readonly repo: Repo; readonly protection: Protection }
type ProtectionWriteCall = ProtectionCall & { readonly user: Account }

/** Protection of branches. https://docs.github.com/rest/branches/branch-protection */
export const protectionRoutes = [
  get('repos/get-branch-protection', path, loadProtection, (call) =>
    json(protectionJson(call, call.repo, call.protection)),
  ),
  put('repos/update-branch-protection', path, requireWrite('admin'), requireBody(ProtectionInput), (call) => {
    const { repo, user, params, rows, body } = call
    findBranchTip(call, repo, params['*'])
    const fields = protectionFields(rows, repo, body)
    return json(protectionJson(call, repo, setProtection(call, repo, params['*'], fields, user)))
  }),
  del('repos/delete-branch-protection', path, requireProtectionWrite, (call) => {
    removeProtection(call, call.protection, call.user)
    return empty()
  }),
  get('repos/get-admin-branch-protection', admins, loadProtection, (call) =>
    json(enforceAdminsJson(call, call.repo, call.protection)),
  ),
  post('repos/set-admin-branch-protection', admins, requireProtectionWrite, (call) =>
    json(
      enforceAdminsJson(call, call.repo, changeProtection(call, call.protection, { enforceAdmins: true }, call.user)),
    ),
  ),
  del('repos/delete-admin-branch-protection', admins, requireProtectionWrite, (call) => {
    changeProtection(call, call.protection, { enforceAdmins: false }, call.user)
    return empty()
  }),
  get('repos/get-pull-request-review-protection', reviews, loadProtection, (call) => {
    if (call.protection.requiredReviews === null) throw notFound('Required pull request reviews not enabled')
    return json(reviewsJson(call, call.repo, call.protection))
  }),
  patch(
    'repos/update-pull-request-review-protection',
    reviews,
    requireProtectionWrite,
    requireBody(RequiredReviewsInput),
    (call) => {
      const { repo, rows, user, protection, body } = call
      const { users = [], teams = [], apps = [] } = body.dismissal_restrictions ?? {}
      if ([...users, ...teams, ...apps].length > 0) requireOrganizationFor(rows, repo)
      const requiredReviews = reviewFields(rows, repo, body, protection.requiredReviews)
      return json(reviewsJson(call, repo, changeProtection(call, protection, { requiredReviews }, user)))
    },
  ),
  del('repos/delete-pull-request-review-protection', reviews, requireProtectionWrite, (call) => {
    changeProtection(call, call.protection, { requiredReviews: null }, call.user)
    return empty()
  }),
  get('repos/get-status-checks-protection', statuses, loadProtection, (call) => {
    requireStatuses(call.protection)
    return json(statusChecksJson(call, call.repo, call.protection))
  }),
  patch(
    'repos/update-status-check-protection',
    statuses,
    requireProtectionWrite,
    requireBody(StatusChecksInput),
    (call) => {
      const { repo, user, protection, body } = call
      const requiredStatusChecks = statusFields(body, requireStatuses(protection))
      return json(statusChecksJson(call, repo, changeProtection(call, protection, { requiredStatusChecks }, user)))
    },
  ),
  del('repos/remove-status-check-protection', statuses, requireProtectionWrite, (call) => {
    changeProtection(call, call.protection, { requiredStatusChecks: null }, call.user)
    return empty()
  }),
  get('repos/get-all-status-check-contexts', contexts, loadProtection, ({ protection }) =>
    json(contextsOf(protection)),
  ),
  post('repos/add-status-check-contexts', contexts, requireProtectionWrite, requireContexts, (call) =>
    setContexts(call, [...contextsOf(call.protection), ...call.contexts]),
  ),
  put('repos/set-status-check-contexts', contexts, requireProtectionWrite, requireContexts, (call) =>
    setContexts(call, call.contexts),
  ),
  del('repos/remove-status-check-contexts', contexts, requireProtectionWrite, requireContexts, (call) =>
    setContexts(
      call,
      contextsOf(call.protection).filter((context) => !call.contexts.includes(context)),
    ),
  ),
  get('repos/get-commit-signature-protection', signatures, loadProtection, (call) =>
    json(signaturesJson(call, call.repo, call.protection)),
  ),
  post('repos/create-commit-signature-protection', signatures, requireProtectionWrite, (call) => {
    const after = changeProtection(call, call.protection, { requiredSignatures: true }, call.user)
    return json(signaturesJson(call, call.repo, after))
  }),
  del('repos/delete-commit-signature-protection', signatures, requireProtectionWrite, (call) => {
    changeProtection(call, call.protection, { requiredSignatures: false }, call.user)
    return empty()
  }),
  get('repos/get-access-restrictions', restrictions, loadProtection, (call) => {
    const { repo, protection } = call
    return json(restrictionsJson(call, repo, protection, requireRestrictions(protection)))
  }),
  del('repos/delete-access-restrictions', restrictions, requireProtectionWrite, (call) => {
    changeProtection(call, call.protection, { restrictions: null }, call.user)
    return empty()
  }),
  get('repos/get-users-with-access-to-protected-branch', `${restrictions}/users`, loadProtection, (call) =>
    pushers(call, 'users'),
  ),
  post(
    'repos/add-user-access-restrictions',
    `${restrictions}/users`,
    requireProtectionWrite,
    requireNames('users'),
    (call) => setPushers(call, 'users', (before) => [...before, ...call.names]),
  ),
  put(
    'repos/set-user-access-restrictions',
    `${restrictions}/users`,
    requireProtectionWrite,
    requireNames('users'),
    (call) => setPushers(call, 'users', () => call.names),
  ),
  del(
    'repos/remove-user-access-restrictions',
    `${restrictions}/users`,
    requireProtectionWrite,
    requireNames('users'),
    (call) => setPushers(call, 'users', (before) => without(before, call.names)),
  ),
  get('repos/get-teams-with-access-to-protected-branch', `${restrictions}/teams`, loadProtection, (call) =>
    pushers(call, 'teams'),
  ),
  post(
    'repos/add-team-access-restrictions',
    `${restrictions}/teams`,
    requireProtectionWrite,
    requireNames('teams'),
    (call) => setPushers(call, 'teams', (before) => [...before, ...call.names]),
  ),
  put(
    'repos/set-team-access-restrictions',
    `${restrictions}/teams`,
    requireProtectionWrite,
    requireNames('teams'),
    (call) => setPushers(call, 'teams', () => call.names),
  ),
  del(
    'repos/remove-team-access-restrictions',
    `${restrictions}/teams`,
    requireProtectionWrite,
    requireNames('teams'),
    (call) => setPushers(call, 'teams', (before) => without(before, call.names)),
  ),
  get('repos/get-apps-with-access-to-protected-branch', `${restrictions}/apps`, loadProtection, (call) =>
    pushers(call, 'apps'),
  ),
  post(
    'repos/add-app-access-restrictions',
    `${restrictions}/apps`,
    requireProtectionWrite,
    requireNames('apps'),
    (call) => setPushers(call, 'apps', (before) => [...before, ...call.names]),
  ),
  put(
    'repos/set-app-access-restrictions',
    `${restrictions}/apps`,
    requireProtectionWrite,
    requireNames('apps'),
    (call) => setPushers(call, 'apps', () => call.names),
  ),
  del(
    'repos/remove-app-access-restrictions',
    `${restrictions}/apps`,
    requireProtectionWrite,
    requireNames('apps'),
    (call) => setPushers(call, 'apps', (before) => without(before, call.names)),
  ),
]

function pushers(call: ProtectionCall, kind: keyof Restrictions, protection = call.protection) {
  const { repo } = call
  return json(restrictionsJson(call, repo, protection, requireRestrictions(protection))[kind])
}

/** Replaces the users, teams or apps that may push. */
function setPushers(
  call: ProtectionWriteCall,
  kind: keyof Restrictions,
  replacement: (before: readonly string[]) => readonly string[],
) {
  const before = requireRestrictions(call.protection)
  const once = new Map(replacement(before[kind]).map((name) => [name.toLowerCase(), name]))
  const restrictions = restrictionFields(call.rows, call.repo, { ...before, [kind]: [...once.values()] })
  return pushers(call, kind, changeProtection(call, call.protection, { restrictions }, call.user))
}

function without(before: readonly string[], names: readonly string[]): string[] {
  const gone = new Set(names.map((name) => name.toLowerCase()))
  return before.filter((name) => !gone.has(name.toLowerCase()))
}

/** @throws 422 for a repository of a user, in which nobody can be kept from dismissing reviews. */
function requireOrganizationFor(rows: Rows, repo: Repo): void {
  if (rows.accounts.require(repo.ownerId).type === 'Organization') return
  throw unprocessable('Dismissal restrictions are supported only for repositories owned by an organization.')
}

function requireRestrictions({ restrictions }: Protection): Restrictions {
  if (restrictions === null) throw notFound('Push restrictions not enabled')
  return restrictions
}

function requireStatuses({ requiredStatusChecks }: Protection): NonNullable<Protection['requiredStatusChecks']> {
  if (requiredStatusChecks === null) throw notFound('Required status checks not enabled')
  return requiredStatusChecks
}

function contextsOf(protection: Protection): string[] {
  return requireStatuses(protection).checks.map(({ context }) => context)
}

function setContexts(call: ReturnType<typeof requireProtectionWrite> & CodehostCall, replacement: readonly string[]) {
  const before = requireStatuses(call.protection)
  const checks = [...new Set(replacement)].map(
    (context) => before.checks.find((check) => check.context === context) ?? { context, appId: null },
  )
  const after = changeProtection(call, call.protection, { requiredStatusChecks: { ...before, checks } }, call.user)
  return json(contextsOf(after))
}
