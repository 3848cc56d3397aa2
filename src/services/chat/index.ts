import { mostCapable, tokenVariables, usableToken } from '#core/seed/seed-tokens.ts'
import { defineService } from '#core/define-service.ts'
import type { SharedSeed } from '#core/service.ts'
import { applySeed, logins } from './apply-seed/index.ts'
import { authenticate } from './auth.ts'
import { dialect } from './errors.ts'
import { hosts } from './hosts.ts'
import { finish } from './routes/finish.ts'
import { webhooks } from './webhooks.ts'
import { commands } from './commands/people/index.ts'
import { methods } from './commands/people/methods.ts'
import { operations } from './operations.generated.ts'
import { collections } from './schema.ts'
import { ALL_SCOPES } from './rules/scopes.ts'
import { defaultBotToken, seed, starter, type Section } from './seed.ts'
import { timers } from './rules/timers.ts'
import { unimplemented } from './routes/unimplemented.ts'

/** A stand-in for the Slack Web API. https://docs.slack.dev/apis/web-api/ */
export const chat = defineService({
  id: 'chat',
  port: 4003,
  title: 'Slack Web API',
  hosts,
  seed,
  starter,
  starterScopes: ALL_SCOPES,
  logins,
  collections,
  rowWriters: () => import('./json/rows.ts'),
  applySeed,
  authenticate,
  dialect,
  routes: { operations, load: () => import('./routes/index.ts') },
  unimplemented,
  finish,
  timers,
  webhooks,
  sockets: true,
  commands,
  methods,
  env: (_url, section, shared, _ports, urls) => ({
    CHAT_API_BASE: urls.api,
    SLACK_API_URL: `${urls.api}/api/`,
    ...tokenVariables(botToken(section, shared), 'SLACK_BOT_TOKEN'),
    ...tokenVariables(section.oauth_apps.at(0)?.signing_secret, 'SLACK_SIGNING_SECRET'),
    ...tokenVariables(section.oauth_apps.find((app) => app.app_token !== undefined)?.app_token, 'SLACK_APP_TOKEN'),
  }),
})

/** Returns the token of the bot with most scopes; without a bot in the seed, the token of a user. */
function botToken(section: Section, shared: SharedSeed): string | undefined {
  const listed = section.tokens.map(({ token, bot, scopes = 'all' as const }) => ({ token, bot, scopes }))
  const ofBots = listed.filter(({ bot }) => bot !== undefined)
  const [first] = section.bots
  const implied = first === undefined ? undefined : defaultBotToken(first.name)
  return (
    mostCapable(ofBots, ALL_SCOPES) ??
    implied ??
    usableToken(shared, logins(section), ALL_SCOPES) ??
    mostCapable(listed, ALL_SCOPES)
  )
}
