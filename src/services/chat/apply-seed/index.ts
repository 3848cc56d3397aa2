import { SeedProblem, type SharedSeed } from '#core/service.ts'
import type { ChatContext } from '#chat/call.ts'
import { addMembers, seedChannels } from './channels.ts'
import { seedWorkspaces } from './workspaces.ts'
import { seedSettings } from './settings.ts'
import { createApp } from '#chat/rules/apps.ts'
import { vendorLimits } from '#chat/rules/rate-tiers.ts'
import { newId } from '#chat/rules/new-id.ts'
import { createBot, createToken, createUser, findUser, SLACKBOT } from '#chat/rules/people.ts'
import type { App, Enterprise, Bot, User } from '#chat/schema/people.ts'
import { ALL_SCOPES, APP_SCOPES } from '#chat/rules/scopes.ts'
import { defaultBotToken, handleOf, type Section } from '#chat/seed.ts'
import { DEFAULT_TIME_ZONE } from '#chat/rules/time-zone.ts'

type Path = readonly (string | number)[]

/**
 * Fills the store from the `chat` section of a seed.
 *
 * @throws {@link SeedProblem} where the section contradicts itself.
 */
export function applySeed(context: ChatContext, section: Section, shared: SharedSeed): void {
  const { rows } = context
  // A section with tokens of its own does not need the default token and its user.
  const needsDefault = section.tokens.length === 0
  // An id is made in any case, so that the ids of other records do not depend on that of the team.
  const madeId = newId(context, 'T')
  const { id = madeId, name, domain, plan } = section.team
  const { connect_approval: needsConnectApproval, connect_requests: needsInviteApproval } = section.team
  rows.enterprise.set(enterpriseIn(section))
  rows.team.set({
    id,
    name,
    domain,
    plan,
    needsConnectApproval,
    needsInviteApproval,
    createdAt: context.clock.now(),
  })
  rows.strictAuth.set(section.strict_auth)
  rows.rateLimits.set(limitsOf(section))
  rows.emoji.set(section.emoji)
  seedUsers(context, section, needsDefault ? shared.defaultLogin : null)
  for (const [index, app] of section.oauth_apps.entries()) seedApp(context, app, ['oauth_apps', index])
  for (const [index, bot] of section.bots.entries()) seedBot(context, bot, ['bots', index])
  if (shared.defaultLogin === null || needsDefault) seedSharedTokens(context, shared)
  seedTokens(context, section)
  seedChannels(context, section)
  seedSettings(context, section)
  seedWorkspaces(context, section, (appName, path) => findApp(context, appName, path))
  seedWebhooks(context, section)
  rows.newestSeededMessage.set(rows.messages.all().at(-1)?.id ?? 0)
}

function enterpriseIn({ enterprise }: Section): Enterprise | null {
  if (enterprise === undefined) return null
  const { app_approval: needsAppApproval, ...named } = enterprise
  return { ...named, needsAppApproval }
}

function limitsOf({ rate_limits: limits }: Section): Readonly<Record<string, number>> {
  if (typeof limits === 'object') return limits
  return limits ? vendorLimits() : {}
}

/** Returns the handles of the seeded users, which the top-level `tokens` may name. */
export function logins(section: Section): string[] {
  return section.users.flatMap((user) => handleOf(user) ?? [])
}

function seedUsers(context: ChatContext, section: Section, defaultLogin: string | null): void {
  const { rows } = context
  for (const [index, user] of section.users.entries()) {
    const name = handleOf(user)
    if (name === undefined) throw new SeedProblem(['users', index], 'expected a name or an email')
    if (rows.users.find('name', name) !== undefined) {
      throw new SeedProblem(['users', index, 'name'], `another user is named ${JSON.stringify(name)}`)
    }
    const email = user.email ?? `${name}@example.com`
    if (rows.users.find('email', email.toLowerCase()) !== undefined) {
      throw new SeedProblem(['users', index, 'email'], `${email}: another user has this address`)
    }
    const { real_name: realName = name, is_admin: isAdmin, deleted, tz } = user
    createUser(context, { name, realName, email, isAdmin, deleted, tz, botId: null })
  }
  if (defaultLogin !== null && rows.users.find('name', defaultLogin) === undefined) {
    const email = `${defaultLogin}@example.com`
    const isTaken = rows.users.find('email', email) !== undefined
    const tz = DEFAULT_TIME_ZONE
    const name = defaultLogin
    createUser(context, { name, realName: name, email: isTaken ? null : email, isAdmin: true, tz, botId: null })
  }
  const owner = rows.users.list('byNumber').at(0)
  if (owner !== undefined) rows.users.update(owner.id, { isOwner: true, isAdmin: true })
  createUser(context, {
    id: SLACKBOT,
    name: 'slackbot',
    realName: 'Slackbot',
    email: null,
    isAdmin: false,
    tz: DEFAULT_TIME_ZONE,
    botId: null,
  })
}

function seedApp(context: ChatContext, seeded: Section['oauth_apps'][number], path: Path): void {
  const { rows } = context
  if (rows.apps.find('client', seeded.client_id) !== undefined) {
    throw new SeedProblem([...path, 'client_id'], `${seeded.client_id}: another app has this id`)
  }
  const app = createApp(context, {
    clientId: seeded.client_id,
    clientSecret: seeded.client_secret,
    name: seeded.name ?? seeded.client_id,
    redirectUris: seeded.redirect_uris,
    scopes: seeded.scopes,
    userScopes: seeded.user_scopes,
    signingSecret: seeded.signing_secret,
    eventsUrl: seeded.events_url ?? null,
    events: seeded.events ?? null,
    unfurlDomains: seeded.unfurl_domains ?? null,
    interactivityUrl: seeded.interactivity_url ?? null,
    commands: seeded.commands.map(({ name, url = null }) => ({ name, url })),
    codeCommandsUrl: seeded.slash_command_url ?? null,
    isAgent: seeded.agent_view,
    rotatesTokens: seeded.token_rotation,
  })
  if (seeded.app_token === undefined) return
  addToken(context, { id: seeded.app_token, kind: 'app', appId: app.id, scopes: APP_SCOPES }, [...path, 'app_token'])
}

function seedBot(context: ChatContext, { name, app }: Section['bots'][number], path: Path): void {
  const { rows } = context
  if (rows.bots.list('byNumber').some((bot) => bot.name.toLowerCase() === name.toLowerCase())) {
    throw new SeedProblem([...path, 'name'], `another bot is named ${JSON.stringify(name)}`)
  }
  createBot(context, {
    name,
    app: app === undefined ? appOfBot(context, name) : findApp(context, app, [...path, 'app']),
  })
}

/**
 * Returns the app of a bot whose seed names none: the app with the bot's name, the only app of the seed, or one made
 * for the bot.
 */
function appOfBot(context: ChatContext, name: string): App {
  const apps = context.rows.apps.list('byNumber')
  const named = apps.find((app) => app.name.toLowerCase() === name.toLowerCase())
  const [only] = apps
  if (named !== undefined) return named
  if (only !== undefined && apps.length === 1) return only
  return createApp(context, {
    clientId: `${context.rows.team.get().id}.${name}`,
    clientSecret: context.ids.secret.hex(32),
    name,
  })
}

function findApp({ rows }: ChatContext, name: string, path: Path): App {
  const apps = rows.apps.list('byNumber')
  const found = apps.find((app) => app.clientId === name || app.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found
  throw new SeedProblem(
    path,
    `no app is named ${JSON.stringify(name)}`,
    apps.map((app) => app.name),
  )
}

function seedSharedTokens(context: ChatContext, { tokens }: SharedSeed): void {
  for (const { token, login, scopes } of tokens) {
    const user = context.rows.users.find('name', login.toLowerCase())
    if (user === undefined) continue
    createToken(context, { id: token, kind: 'user', userId: user.id, scopes: scopes === 'all' ? ALL_SCOPES : scopes })
  }
}

function seedTokens(context: ChatContext, section: Section): void {
  const { rows } = context
  for (const [index, { token, user, bot, scopes, app: appName }] of section.tokens.entries()) {
    const path = ['tokens', index]
    const seededBot = bot === undefined ? null : findBot(context, bot, [...path, 'bot'])
    const app = appName === undefined ? rows.apps.get(seededBot?.appId) : findApp(context, appName, [...path, 'app'])
    const defaultScopes = section.strict_auth
      ? ((seededBot === null ? app?.userScopes : app?.scopes) ?? [])
      : ALL_SCOPES
    const userId = seededBot?.userId ?? findPerson(context, user ?? '', [...path, 'user']).id
    const appId = app?.id ?? null
    addToken(
      context,
      {
        id: token,
        kind: seededBot === null ? 'user' : 'bot',
        userId,
        botId: seededBot?.id ?? null,
        appId,
        scopes: scopes ?? defaultScopes,
        isUnlimited: scopes === undefined && !section.strict_auth,
      },
      [...path, 'token'],
    )
  }
  for (const bot of rows.bots.list('byNumber')) {
    if (section.tokens.some((each) => each.bot?.toLowerCase() === bot.name.toLowerCase())) continue
    const { scopes } = rows.apps.require(bot.appId)
    const fields = { kind: 'bot' as const, userId: bot.userId, botId: bot.id, appId: bot.appId }
    const isUnlimited = !section.strict_auth
    const token = { ...fields, id: defaultBotToken(bot.name), scopes: isUnlimited ? ALL_SCOPES : scopes, isUnlimited }
    addToken(context, token, ['bots'])
  }
}

function addToken(context: ChatContext, token: Parameters<typeof createToken>[1], path: Path): void {
  if (context.rows.tokens.get(token.id) !== undefined) throw new SeedProblem(path, `${token.id}: listed twice`)
  createToken(context, token)
}

function findBot({ rows }: ChatContext, name: string, path: Path): Bot {
  const bots = rows.bots.list('byNumber')
  const found = bots.find((bot) => bot.name.toLowerCase() === name.toLowerCase())
  if (found !== undefined) return found
  throw new SeedProblem(
    path,
    `no bot is named ${JSON.stringify(name)}`,
    bots.map((bot) => bot.name),
  )
}

/** Returns the seeded user or bot user with a name. */
function findPerson(context: ChatContext, name: string, path: Path): User {
  const found = findUser(context, name)
  if (found !== undefined) return found
  const names = context.rows.users.list('byNumber').map((each) => each.name)
  throw new SeedProblem(path, `no user is named ${JSON.stringify(name)}`, names)
}

function seedWebhooks(context: ChatContext, { incoming_webhooks: webhooks }: Section): void {
  const { rows } = context
  for (const [index, { path: address, channel, bot: botName }] of webhooks.entries()) {
    const path = ['incoming_webhooks', index]
    const conversation = rows.conversations.find('name', channel.replace(/^#/, ''))
    if (conversation === undefined) {
      const names = rows.conversations.list('byNumber').map(({ name }) => name)
      throw new SeedProblem([...path, 'channel'], `no channel is named ${JSON.stringify(channel)}`, names)
    }
    const id = address.replace(/^\/?(?:services\/)?/, '')
    if (rows.incomingWebhooks.get(id) !== undefined)
      throw new SeedProblem([...path, 'path'], `${address}: listed twice`)
    const bot = botName === undefined ? webhookBot(context) : findBot(context, botName, [...path, 'bot'])
    addMembers(context, conversation, bot.userId === null ? [] : [bot.userId])
    rows.incomingWebhooks.insert({ id, channelId: conversation.id, botId: bot.id, appId: bot.appId, userId: null })
  }
}

/** Returns the bot of a webhook whose seed names none: the first bot, or one named `incoming-webhook`. */
function webhookBot(context: ChatContext): Bot {
  const name = 'incoming-webhook'
  return context.rows.bots.list('byNumber').at(0) ?? createBot(context, { name, app: appOfBot(context, name) })
}
