import { describe, expect, it } from 'vitest'
import { routes } from '#codehost/routes/index.ts'
import { PERMISSION_NAMES } from './permission-names.ts'
import { grantedBy, neededFor, isPublicRead, isSufficient } from './permissions.ts'

/** Operations that no GitHub App can call: those of jobs, sign-in, application tokens, and a user's own choices. */
const NOT_FOR_APPS = [
  'actions-oidc/discovery',
  'actions-oidc/keys',
  'actions-oidc/token',
  'actions-results/create-artifact',
  'actions-results/create-cache-entry',
  'actions-results/delete-artifact',
  'actions-results/download',
  'actions-results/finalize-artifact',
  'actions-results/finalize-cache-entry-upload',
  'actions-results/get-cache-entry-download-url',
  'actions-results/get-signed-artifact-url',
  'actions-results/list-artifacts',
  'actions-results/upload',
  'activity/delete-thread-subscription',
  'activity/get-thread',
  'activity/get-thread-subscription-for-authenticated-user',
  'activity/list-notifications-for-authenticated-user',
  'activity/list-repo-notifications-for-authenticated-user',
  'activity/mark-notifications-as-read',
  'activity/mark-repo-notifications-as-read',
  'activity/mark-thread-as-done',
  'activity/mark-thread-as-read',
  'activity/set-thread-subscription',
  'apps/add-repo-to-installation-for-authenticated-user',
  'apps/check-token',
  'apps/delete-authorization',
  'apps/delete-token',
  'apps/register-from-manifest',
  'apps/remove-repo-from-installation-for-authenticated-user',
  'apps/reset-token',
  'apps/scope-token',
  'credentials/revoke',
  'oauth/access-token',
  'oauth/answer',
  'oauth/authorize',
  'oauth/device',
  'oauth/device-answer',
  'oauth/device-code',
  'projects/add-field-for-user',
  'projects/add-item-for-user',
  'projects/create-draft-item-for-authenticated-user',
  'projects/create-view-for-user',
  'projects/delete-item-for-user',
  'projects/get-field-for-user',
  'projects/get-for-user',
  'projects/get-user-item',
  'projects/list-fields-for-user',
  'projects/list-for-user',
  'projects/list-items-for-user',
  'projects/list-view-items-for-user',
  'projects/update-item-for-user',
]

describe('the permissions of operations', () => {
  it('are known for every operation', () => {
    const unknown = routes.map(({ operation }) => operation).filter((each) => neededFor(each) === undefined)
    expect([...new Set(unknown)].sort()).toEqual(NOT_FOR_APPS)
  })

  it('are existing permissions with existing access levels', () => {
    const all = routes.flatMap(({ operation }) => neededFor(operation)?.permissions.split(/; |,/) ?? [])
    const wrong = [...new Set(all)].filter((each) => {
      const [name = '', access = '', ...rest] = each.split('=')
      return each !== '' && (!PERMISSION_NAMES.includes(name) || !['read', 'write'].includes(access) || rest.length > 0)
    })
    expect(wrong).toEqual([])
  })

  it('match the method: read for GET, write for the others', () => {
    const reading = routes.filter(({ method }) => method === 'GET')
    const writes = reading.filter(({ operation }) => /=write/.test(neededFor(operation)?.permissions ?? ''))
    // The vendor lets only apps that may change rulesets read those of an organization, their history and their suites,
    // and only those that may change a repository's secrets for Codespaces read them.
    const meant = /rule-?(?:set|suite)|^codespaces\/(?:get|list)-repo-/
    expect(writes.filter(({ operation }) => !meant.test(operation))).toEqual([])
  })

  it('suffice as a whole set and with stronger access levels', () => {
    expect(isSufficient({ issues: 'read' }, 'issues=write; pull_requests=write')).toBe(false)
    expect(isSufficient({ pull_requests: 'write' }, 'issues=write; pull_requests=write')).toBe(true)
    expect(isSufficient({ contents: 'write' }, 'contents=write,workflows=write')).toBe(false)
    expect(isSufficient({ issues: 'write' }, 'issues=read')).toBe(true)
    expect(isSufficient({}, '')).toBe(true)
    expect(isSufficient({ email_addresses: 'read' }, 'emails=read')).toBe(true)
    expect(grantedBy({ issues: 'write' })).toEqual({ metadata: 'read', issues: 'write' })
  })

  it('are not needed for public data', () => {
    expect(isPublicRead('issues/list-for-repo', 'GET')).toBe(true)
    expect(isPublicRead('repos/list-webhooks', 'GET')).toBe(false)
    expect(isPublicRead('repos/list-collaborators', 'GET')).toBe(false)
    expect(isPublicRead('teams/list', 'GET')).toBe(false)
    expect(isPublicRead('actions/list-repo-secrets', 'GET')).toBe(false)
    expect(isPublicRead('issues/create', 'POST')).toBe(false)
  })
})
