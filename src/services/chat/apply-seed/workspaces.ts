import { SeedProblem } from '#core/service.ts'
import type { ChatContext } from '#chat/call.ts'
import { addConnectedMembers, connect } from '#chat/rules/connect.ts'
import { addMember, createConversation } from '#chat/rules/conversations/create.ts'
import { newId } from '#chat/rules/new-id.ts'
import { createBot, createToken, createUser } from '#chat/rules/people.ts'
import { ALL_SCOPES } from '#chat/rules/scopes.ts'
import { inWorkspace, type App, type User, type Workspace } from '#chat/schema/people.ts'
import { handleOf, type Section } from '#chat/seed.ts'

type Seeded = Section['workspaces'][number]
type Path = readonly (string | number)[]

/** Creates the further workspaces of a seed, and connects the channels that they share. */
export function seedWorkspaces(
  context: ChatContext,
  section: Section,
  findApp: (name: string, path: Path) => App,
): void {
  for (const [index, seeded] of section.workspaces.entries()) {
    const path = ['workspaces', index]
    const workspace = createWorkspace(context, seeded, path)
    seedPeople(context, workspace, seeded, path)
    seedBots(context, workspace, seeded, path, findApp)
    for (const [at, { name, is_private: isPrivate, members }] of (seeded.channels ?? []).entries()) {
      const users = usersNamed(context, workspace, members, [...path, 'channels', at, 'members'])
      const creator = users[0]?.id ?? ''
      const kind = isPrivate ? 'private' : 'public'
      const { id: teamId } = workspace
      const isGeneral = name === 'general'
      const channel = createConversation(context, { kind, name, creator, teamId, isGeneral })
      for (const { id } of users) addMember(context, channel.id, id)
    }
  }
  for (const [index, { name, shared_with: places = [] }] of (section.channels ?? []).entries()) {
    for (const [at, place] of places.entries()) {
      seedConnection(context, name, place, ['channels', index, 'shared_with', at])
    }
  }
}

function createWorkspace(context: ChatContext, seeded: Seeded, path: Path): Workspace {
  const { rows, clock } = context
  const { id = newId(context, 'T'), name, domain, plan, connect_approval: needsConnectApproval } = seeded
  const { in_enterprise: isInEnterprise, connect_requests: needsInviteApproval } = seeded
  const isTaken = id === rows.team.get().id || rows.workspaces.get(id) !== undefined
  if (isTaken) throw new SeedProblem([...path, 'id'], `${id}: another workspace has this id`)
  if (domain === rows.team.get().domain || rows.workspaces.find('domain', domain) !== undefined) {
    throw new SeedProblem([...path, 'domain'], `${domain}: another workspace has this domain`)
  }
  const fields = {
    id,
    name,
    domain,
    plan,
    needsConnectApproval,
    needsInviteApproval,
    isInEnterprise,
    createdAt: clock.now(),
  }
  return rows.workspaces.insert({ ...fields, number: rows.numbers.next() })
}

function seedPeople(context: ChatContext, { id: teamId }: Workspace, { users }: Seeded, path: Path): void {
  const { rows } = context
  for (const [index, user] of users.entries()) {
    const place = [...path, 'users', index]
    const name = handleOf(user)
    if (name === undefined) throw new SeedProblem(place, 'expected a name or an email')
    if (rows.users.find('name', inWorkspace(teamId, name)) !== undefined) {
      throw new SeedProblem([...place, 'name'], `another user is named ${JSON.stringify(name)}`)
    }
    const { real_name: realName = name, email = `${name}@example.com`, is_admin: isAdmin, deleted, tz } = user
    const created = createUser(context, { teamId, name, realName, email, isAdmin, deleted, tz, botId: null })
    if (index === 0) rows.users.update(created.id, { isOwner: true, isAdmin: true })
  }
}

function seedBots(
  context: ChatContext,
  workspace: Workspace,
  { bots, tokens }: Seeded,
  path: Path,
  findApp: (name: string, path: Path) => App,
): void {
  const { rows } = context
  const installed = new Map(
    bots.map(({ name, app }, index) => {
      const place = [...path, 'bots', index, 'app']
      return [name, createBot(context, { name, app: findApp(app ?? name, place), teamId: workspace.id })] as const
    }),
  )
  for (const [index, { token, user, bot: name, scopes = ALL_SCOPES }] of tokens.entries()) {
    const place = [...path, 'tokens', index]
    if (rows.tokens.get(token) !== undefined) throw new SeedProblem([...place, 'token'], `${token}: listed twice`)
    const bot = name === undefined ? undefined : installed.get(name)
    if (name !== undefined && bot === undefined) {
      throw new SeedProblem([...place, 'bot'], `no bot is named ${JSON.stringify(name)}`, [...installed.keys()])
    }
    const [holder] = user === undefined ? [] : usersNamed(context, workspace, [user], place)
    const userId = bot?.userId ?? holder?.id ?? null
    const kind = bot === undefined ? 'user' : 'bot'
    createToken(context, { id: token, kind, userId, botId: bot?.id ?? null, appId: bot?.appId ?? null, scopes })
  }
}

function seedConnection(
  context: ChatContext,
  channelName: string,
  place: NonNullable<NonNullable<Section['channels']>[number]['shared_with']>[number],
  path: Path,
): void {
  const { rows } = context
  const workspace = rows.workspaces.find('domain', place.workspace)
  if (workspace === undefined) {
    const domains = rows.workspaces.list('byNumber').map(({ domain }) => domain)
    throw new SeedProblem([...path, 'workspace'], `no workspace has the domain ${place.workspace}`, domains)
  }
  const channel = rows.conversations.find('name', channelName)
  if (channel === undefined) return
  const { name = channelName, is_private: isPrivate, members } = place
  if (rows.conversations.find('name', inWorkspace(workspace.id, name)) !== undefined) {
    throw new SeedProblem([...path, 'name'], `another channel of ${place.workspace} is named ${JSON.stringify(name)}`)
  }
  connect(context, channel, { teamId: workspace.id, name, isPrivate })
  addConnectedMembers(context, channel, usersNamed(context, workspace, members, [...path, 'members']))
}

/** Returns the users of a workspace with these names; all of them where there are none. */
function usersNamed(
  { rows }: ChatContext,
  { id: teamId }: Workspace,
  names: readonly string[] | undefined,
  path: Path,
): readonly User[] {
  const all = rows.users.list('byNumber').filter((user) => user.teamId === teamId)
  if (names === undefined) return all
  return names.map((name) => {
    const bot = rows.bots.list('byNumber').find((each) => each.name.toLowerCase() === name.toLowerCase())
    const found =
      all.find((user) => user.name === name.toLowerCase()) ??
      all.find(({ botId }) => botId !== null && botId === bot?.id)
    if (found !== undefined) return found
    throw new SeedProblem(
      path,
      `no user or bot of the workspace is named ${JSON.stringify(name)}`,
      all.map((user) => user.name),
    )
  })
}
