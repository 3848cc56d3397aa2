import type { Site } from '#oidc-d/call.ts'
import type { Group, GroupRule } from '#oidc-d/schema.ts'
import { date } from '#oidc-d/rules/dates.ts'

/** Returns a group; with `stats` it has the numbers of its users and apps. */
export function groupJson(site: Site, group: Group, { stats = false } = {}) {
  const { origin, rows } = site
  const self = `${origin}/api/v1/groups/${group.id}`
  const { name, description = null, ...rest } = group.profile
  return {
    id: group.id,
    created: date(group.created),
    lastUpdated: date(group.lastUpdated),
    lastMembershipUpdated: date(group.lastMembershipUpdated),
    objectClass: ['okta:user_group'],
    type: group.type,
    profile: { name, description, ...rest },
    ...(stats
      ? {
          _embedded: {
            stats: {
              usersCount: rows.memberships.count('byGroup', group.id),
              appsCount: rows.appGroups.count('byGroup', group.id),
              groupPushMappingsCount: 0,
              // The vendor's description and SDK spell it this way.
              hasAdminPrivlege: false,
              _links: { users: { href: `${self}/users` }, apps: { href: `${self}/apps` } },
            },
          },
        }
      : {}),
    _links: {
      logo: (['medium', 'large'] as const).map((size) => ({
        name: size,
        href: `${origin}/assets/img/logos/groups/odyssey/okta-${size}.png`,
        type: 'image/png',
      })),
      owners: { href: `${self}/owners` },
      users: { href: `${self}/users` },
      apps: { href: `${self}/apps` },
    },
  }
}

/**
 * Returns a group rule; with `groupNames` it embeds the names of its groups.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/GroupRule/
 */
export function groupRuleJson({ rows }: Pick<Site, 'rows'>, rule: GroupRule, { groupNames = false } = {}) {
  const groups = rule.groupIds.flatMap((id) => rows.groups.get(id) ?? [])
  const nameOf = Object.fromEntries(groups.map(({ id, profile }) => [id, profile.name]))
  return {
    type: 'group_rule',
    id: rule.id,
    status: rule.status,
    name: rule.name,
    created: date(rule.created),
    lastUpdated: date(rule.lastUpdated),
    conditions: {
      people: { users: { exclude: rule.excludedUserIds }, groups: { exclude: [] } },
      expression: { value: rule.expression, type: 'urn:okta:expression:1.0' },
    },
    actions: { assignUserToGroups: { groupIds: rule.groupIds } },
    allGroupsValid: groups.length === rule.groupIds.length,
    ...(groupNames ? { _embedded: { groupIdToGroupNameMap: nameOf } } : {}),
  }
}
