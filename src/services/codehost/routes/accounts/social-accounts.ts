import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { validationFailed } from '#codehost/errors.ts'
import { socialAccountJson } from '#codehost/json/accounts/social-account.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { requireUser } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, del } = routesFor<CodehostCall>()

const requireUrls = requireBody(v.object({ account_urls: v.array(v.string()) }))

const own = '/user/social_accounts'

/** The hosts by which the vendor tells the providers apart. */
const PROVIDERS: Readonly<Record<string, string>> = {
  'bsky.app': 'bluesky',
  'facebook.com': 'facebook',
  'instagram.com': 'instagram',
  'linkedin.com': 'linkedin',
  'npmjs.com': 'npm',
  'reddit.com': 'reddit',
  'twitch.tv': 'twitch',
  'twitter.com': 'twitter',
  'x.com': 'twitter',
  'youtube.com': 'youtube',
}

/** The largest number of accounts of a user. */
const MOST = 4

/** Profiles of users at other sites. https://docs.github.com/rest/users/social-accounts */
export const socialAccountsRoutes = [
  get('users/list-social-accounts-for-authenticated-user', own, requireUser('user', 'read:user'), (call) =>
    answerPage(call, viewOfReference(call.rows.socialAccounts, 'userId', call.user.id), socialAccountJson),
  ),
  post('users/add-social-account-for-authenticated-user', own, requireUser('user'), requireUrls, (call) => {
    const { rows, user, body } = call
    const added = [...new Set(body.account_urls)].map((url) => {
      const provider = providerOf(url)
      if (provider === null) throw wrongUrl('is invalid')
      if (rows.socialAccounts.find('url', user.id, url) !== undefined) throw wrongUrl('has already been taken')
      if (rows.socialAccounts.countReferring('userId', user.id) >= MOST) throw wrongUrl(`limit of ${MOST} is reached`)
      return rows.socialAccounts.insert({ userId: user.id, provider, url })
    })
    return json(added.map(socialAccountJson), 201)
  }),
  del('users/delete-social-account-for-authenticated-user', own, requireUser('user'), requireUrls, (call) => {
    const { rows, user, body } = call
    for (const url of body.account_urls) {
      const known = rows.socialAccounts.find('url', user.id, url)
      if (known === undefined) throw wrongUrl('is not one of yours')
      rows.socialAccounts.delete(known.id)
    }
    return empty()
  }),
  get('users/list-social-accounts-for-user', '/users/:username/social_accounts', (call) => {
    const { id } = findAccount(call.rows, call.params.username)
    return answerPage(call, viewOfReference(call.rows.socialAccounts, 'userId', id), socialAccountJson)
  }),
]

/** Returns the vendor's name of the site of a URL, `generic` for others; null for a text that is no web address. */
function providerOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  return PROVIDERS[url.hostname.replace(/^(?:www|m)\./, '')] ?? 'generic'
}

function wrongUrl(problem: string) {
  const message = `account_urls ${problem}`
  return validationFailed({ resource: 'SocialAccount', field: 'account_urls', code: 'custom', message })
}
