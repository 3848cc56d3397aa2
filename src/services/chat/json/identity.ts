import type { Claims } from '#oauth/jwt/jwt.ts'
import type { User } from '#chat/schema/people.ts'
import { seconds } from '#chat/rules/timestamps.ts'
import { profileJson, type Site } from './user.ts'

/**
 * Returns the claims about a person, for an ID token and for `openid.connect.userInfo`.
 * https://docs.slack.dev/reference/methods/openid.connect.userInfo
 */
export function identityClaims(site: Site, user: User, scopes: readonly string[]): Claims {
  const { id, name, domain } = site.rows.team.get()
  const { realName, email } = user.profile
  const [firstName, ...lastNames] = realName.split(' ')
  const images = profileJson(site, user, { withEmail: false })
  return {
    sub: user.id,
    'https://slack.com/user_id': user.id,
    'https://slack.com/team_id': id,
    ...(scopes.includes('email') && email !== null
      ? { email, email_verified: true, date_email_verified: seconds(user.updatedAt) }
      : {}),
    ...(scopes.includes('profile')
      ? {
          name: realName,
          picture: images['image_512'],
          given_name: firstName,
          family_name: lastNames.join(' '),
          locale: 'en-US',
          'https://slack.com/team_name': name,
          'https://slack.com/team_domain': domain,
          'https://slack.com/user_image_48': images['image_48'],
          'https://slack.com/user_image_512': images['image_512'],
        }
      : {}),
  }
}
