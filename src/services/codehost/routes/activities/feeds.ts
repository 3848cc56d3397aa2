import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'

const { get } = routesFor<CodehostCall>()

/** The URLs of feeds. https://docs.github.com/rest/activity/feeds */
export const feedsRoutes = [
  get('activity/get-feeds', '/feeds', ({ origin, principal, rows }) => {
    const pages: Record<string, string> = {
      timeline: `${origin}/timeline`,
      user: `${origin}/{user}`,
      security_advisories: `${origin}/security-advisories`,
    }
    const user = principal?.user
    if (user !== undefined) {
      pages['current_user_public'] = `${origin}/${user.login}`
      pages['current_user'] = `${origin}/${user.login}.private`
      pages['current_user_actor'] = `${origin}/${user.login}.private.actor`
      pages['current_user_organization'] = ''
    }
    const organizations = rows.memberships
      .referring('userId', user?.id ?? 0)
      .map(
        ({ orgId }) =>
          `${origin}/organizations/${rows.accounts.require(orgId).login}/${user?.login ?? ''}.private.atom`,
      )
    const link = (href: string) => ({ href, type: href === '' ? '' : 'application/atom+xml' })
    return json({
      ...Object.fromEntries(Object.entries(pages).map(([name, url]) => [`${name}_url`, url])),
      ...(user === undefined ? {} : { current_user_organization_urls: organizations }),
      _links: {
        ...Object.fromEntries(Object.entries(pages).map(([name, url]) => [name, link(url)])),
        ...(user === undefined ? {} : { current_user_organizations: organizations.map(link) }),
      },
    })
  }),
]
