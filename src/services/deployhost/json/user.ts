import type { Membership, Project, ProjectRole, Team, TeamRole, Token, User } from '#deployhost/schema.ts'

/** The user that a request acts for. https://vercel.com/docs/rest-api/reference/endpoints/user/get-the-user */
export function authUserJson(user: User) {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    username: user.username,
    avatar: user.avatar,
    defaultTeamId: null,
    createdAt: user.createdAt,
    softBlock: null,
    billing: {},
    resourceConfig: {},
    stagingPrefix: user.username.toLowerCase(),
    hasTrialAvailable: true,
    isEnterpriseManaged: false,
    remoteCaching: { enabled: true },
  }
}

/** A team, for one of its members. https://vercel.com/docs/rest-api/reference/endpoints/teams/get-a-team */
export function teamJson(team: Team, membership: Membership) {
  return {
    id: team.id,
    slug: team.slug,
    name: team.name,
    creatorId: team.creatorId,
    createdAt: team.createdAt,
    updatedAt: team.updatedAt,
    avatar: team.avatar,
    description: team.description,
    stagingPrefix: team.slug,
    billing: { plan: 'pro' },
    // Only owners, who may invite, see the invite code.
    ...(membership.role === 'OWNER' ? { inviteCode: team.inviteCode } : {}),
    emailDomain: team.emailDomain,
    ...(team.previewDeploymentSuffix === null ? {} : { previewDeploymentSuffix: team.previewDeploymentSuffix }),
    ...team.settings,
    membership: {
      uid: membership.userId,
      teamId: membership.teamId,
      role: membership.role,
      confirmed: true,
      created: membership.createdAt,
      createdAt: membership.createdAt,
      ...(membership.teamPermissions.length === 0 ? {} : { teamPermissions: membership.teamPermissions }),
    },
  }
}

/** A member in the list of a team's members. */
export function memberJson(user: User, membership: Membership, projectNamed: (id: string) => Project | undefined) {
  const projects = Object.entries(membership.projects).flatMap(([id, role]) => {
    const project = projectNamed(id)
    return project === undefined ? [] : [{ id, name: project.name, role }]
  })
  return {
    uid: user.id,
    username: user.username,
    ...(user.name === null ? {} : { name: user.name }),
    email: user.email,
    role: membership.role,
    confirmed: membership.confirmed,
    createdAt: membership.createdAt,
    ...(membership.confirmed ? {} : { accessRequestedAt: membership.createdAt }),
    joinedFrom: { origin: membership.origin },
    ...(projects.length === 0 ? {} : { projects }),
  }
}

/** The answer to an invitation. */
export function invitedJson(user: User, role: TeamRole) {
  return { uid: user.id, username: user.username, email: user.email, role }
}

/** A token without its secret. https://vercel.com/docs/rest-api/reference/endpoints/authentication/list-auth-tokens */
export function tokenJson(token: Token) {
  return {
    id: token.id,
    name: token.name,
    type: token.type === 'manual' ? 'token' : token.type,
    prefix: token.value.slice(0, 4),
    suffix: token.value.slice(-4),
    origin: token.clientId === null ? 'manual' : 'app',
    scopes: [
      {
        ...(token.teamId === null ? { type: 'user' } : { type: 'team', teamId: token.teamId }),
        origin: 'manual',
        createdAt: token.createdAt,
      },
    ],
    createdAt: token.createdAt,
    activeAt: token.activeAt,
    ...(token.expiresAt === null ? {} : { expiresAt: token.expiresAt }),
  }
}

/** A member of a project, with the role in its team. */
export function projectMemberJson(
  user: User,
  project: Project,
  membership: Membership,
  computedProjectRole: ProjectRole,
) {
  const { projects, role, createdAt } = membership
  return {
    uid: user.id,
    username: user.username,
    ...(user.name === null ? {} : { name: user.name }),
    email: user.email,
    role: projects[project.id] ?? computedProjectRole,
    computedProjectRole,
    teamRole: role,
    createdAt,
  }
}
