import { seconds } from '#chat/rules/timestamps.ts'
import type { Team } from '#chat/schema/people.ts'
import type { Site } from './user.ts'

const ICON_SIZES = [34, 44, 68, 88, 102, 132, 230]

/** Returns the icons of a workspace, which nobody has changed. */
export function teamIconJson({ urls }: Pick<Site, 'urls'>, { id }: Team) {
  const icons = ICON_SIZES.map((size) => [`image_${size}`, urls.of(`/avatars/${id.toLowerCase()}-${size}.svg`)])
  return { ...Object.fromEntries(icons), image_default: true }
}

/** Returns a workspace as events and invitations of Slack Connect have it. */
export function connectTeamJson(site: Pick<Site, 'urls'>, team: Team) {
  return {
    id: team.id,
    name: team.name,
    icon: teamIconJson(site, team),
    avatar_base_url: site.urls.of('/avatars/'),
    is_verified: false,
    domain: team.domain,
    date_created: seconds(team.createdAt ?? 0),
    requires_sponsorship: false,
  }
}
