import * as v from 'valibot'
import { SUBSCRIPTIONS } from './schema/event-names.ts'
import { DEFAULT_TIME_ZONE, isTimeZone } from './rules/time-zone.ts'

const text = v.string()
const list = <S extends v.GenericSchema>(item: S) => v.optional(v.array(item), [])
const flag = v.optional(v.boolean(), false)
const url = v.pipe(v.string(), v.url())

const user = v.strictObject({
  name: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9][a-z0-9._-]{0,79}$/, 'expected lower-case letters, digits, dots, dashes and underscores'),
      v.description('The handle. Default: the part of the email before the @.'),
    ),
  ),
  real_name: v.optional(text),
  email: v.optional(v.pipe(v.string(), v.rfcEmail())),
  is_admin: flag,
  deleted: v.pipe(flag, v.description('Deactivated: the tokens of the user answer account_inactive.')),
  tz: v.optional(
    v.pipe(v.string(), v.check(isTimeZone, 'expected the IANA name of a time zone, such as Europe/Berlin')),
    DEFAULT_TIME_ZONE,
  ),
})

const message = v.strictObject({
  user: v.optional(v.pipe(text, v.description('The name of the user or bot. Default: the first user.'))),
  text,
  thread: v.optional(
    v.pipe(v.array(v.strictObject({ user: v.optional(text), text })), v.description('The replies, in order.')),
    [],
  ),
})

const channel = v.strictObject({
  name: v.pipe(
    v.string(),
    v.regex(
      /^[^A-Z\s.,!?'"/\\()[\]{}<>@#$%^&*+=|~`:;]{1,80}$/,
      'expected at most 80 lower-case letters, digits, dashes',
    ),
  ),
  topic: v.optional(text, ''),
  purpose: v.optional(text, ''),
  is_private: flag,
  members: v.optional(
    v.pipe(v.array(text), v.description('The names of users and bots. Absent: everybody, with all bots.')),
  ),
  messages: list(message),
  shared_with: v.optional(
    v.pipe(
      v.array(
        v.strictObject({
          workspace: v.pipe(text, v.description('The domain of one of `workspaces`.')),
          name: v.optional(v.pipe(text, v.description('Its name there. Default: the same.'))),
          is_private: flag,
          members: v.optional(v.pipe(v.array(text), v.description('Users and bots of that workspace. Absent: all.'))),
        }),
      ),
      v.description('The workspaces that share it by Slack Connect.'),
    ),
  ),
})

const bot = v.strictObject({
  name: text,
  app: v.optional(
    v.pipe(text, v.description('The name or client id of its app. Default: the app with its name, or the only app.')),
  ),
})

const app = v.strictObject({
  client_id: text,
  client_secret: text,
  name: v.optional(text),
  redirect_uris: list(url),
  scopes: list(text),
  user_scopes: list(text),
  signing_secret: v.optional(text, 'backlot_signing_secret'),
  app_token: v.optional(v.pipe(text, v.regex(/^xapp-/, 'expected a token that begins with xapp-'))),
  events_url: v.optional(
    v.pipe(url, v.description('Events are sent to this URL: on this machine, or on an allowed host.')),
  ),
  events: v.optional(
    v.pipe(
      v.array(v.picklist(SUBSCRIPTIONS)),
      v.description(
        'The events of its manifest, such as app_mention and message.channels. Absent: all that its scopes allow.',
      ),
    ),
  ),
  unfurl_domains: v.optional(
    v.pipe(v.array(text), v.description('link_shared is sent for links to these domains. Absent: for every link.')),
  ),
  interactivity_url: v.optional(url),
  slash_command_url: v.pipe(
    v.optional(url),
    v.description('Where the app takes the commands of its code channels, as code_channels of its manifest says.'),
  ),
  agent_view: v.pipe(
    flag,
    v.description('People talk to the app in its Messages tab, which app_home_opened and app_context_changed tell it.'),
  ),
  token_rotation: v.pipe(flag, v.description('Tokens of an installation expire after 12 hours, and are renewed.')),
  commands: list(
    v.strictObject({
      name: v.pipe(v.string(), v.regex(/^\/[^\s/]{1,31}$/, 'expected a slash and a word, such as /deploy')),
      url: v.optional(v.pipe(url, v.description('Absent: the interactivity URL of the app, or Socket Mode.'))),
    }),
  ),
})

const token = v.pipe(
  v.strictObject({
    token: text,
    user: v.optional(text),
    bot: v.optional(text),
    scopes: v.optional(v.pipe(v.array(text), v.description('Absent: all scopes; with strict_auth those of the app.'))),
    app: v.optional(v.pipe(text, v.description('The name or client id of the app that a token of a user belongs to.'))),
  }),
  v.check((entry) => (entry.user === undefined) !== (entry.bot === undefined), 'expected user or bot'),
)

const profileField = v.strictObject({
  label: text,
  hint: v.optional(text, ''),
  type: v.optional(v.picklist(['text', 'date', 'link', 'options_list', 'user']), 'text'),
  possible_values: list(text),
  is_hidden: flag,
})

const configToken = v.strictObject({
  token: v.pipe(text, v.regex(/^xoxe\.xoxp-/, 'expected a token that begins with xoxe.xoxp-')),
  refresh_token: v.optional(v.pipe(text, v.regex(/^xoxe-/, 'expected a token that begins with xoxe-'))),
  user: text,
})

const workspaceId = v.pipe(v.string(), v.regex(/^T[A-Z0-9]{2,20}$/, 'expected a T and capital letters or digits'))
const domain = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,20}$/))
const plan = v.picklist(['free', 'std', 'plus', 'enterprise'])
const connectApproval = v.pipe(flag, v.description('Shared channels wait for conversations.approveSharedInvite.'))

const connectRequests = v.pipe(
  flag,
  v.description('Invitations to people of other workspaces wait for conversations.requestSharedInvite.approve.'),
)

const workspace = v.strictObject({
  id: v.optional(workspaceId),
  name: text,
  domain,
  plan: v.optional(plan, 'plus'),
  connect_approval: connectApproval,
  connect_requests: connectRequests,
  in_enterprise: v.pipe(flag, v.description('Belongs to `enterprise`, as the first workspace does.')),
  users: list(user),
  channels: v.optional(v.array(v.omit(channel, ['topic', 'purpose', 'messages', 'shared_with']))),
  bots: v.pipe(list(bot), v.description('The installations of apps of oauth_apps there.')),
  tokens: list(token),
})

/** The `chat` section of a seed. */
export const seed = v.strictObject({
  team: v.optional(
    v.strictObject({
      id: v.optional(
        v.pipe(
          workspaceId,
          v.description('Its id. For an app that several workspaces install: each is an instance with another id.'),
        ),
      ),
      name: v.optional(text, 'Backlot'),
      domain: v.optional(domain, 'backlot'),
      plan: v.optional(plan, 'plus'),
      connect_approval: connectApproval,
      connect_requests: connectRequests,
    }),
    { name: 'Backlot', domain: 'backlot', plan: 'plus' },
  ),
  enterprise: v.optional(
    v.pipe(
      v.strictObject({
        id: v.optional(
          v.pipe(v.string(), v.regex(/^E[A-Z0-9]{2,20}$/, 'expected an E and capital letters or digits')),
          'E0BACKLOT',
        ),
        name: text,
        domain,
        app_approval: v.pipe(flag, v.description('Apps are installed when admin.apps.approve has approved them.')),
      }),
      v.description('An enterprise organization with the first workspace, which admin.users.* and others administer.'),
    ),
  ),
  workspaces: v.pipe(list(workspace), v.description('Further workspaces, which share channels with the first.')),
  users: list(user),
  channels: v.optional(v.pipe(v.array(channel), v.description('Absent: a channel named general.'))),
  bots: list(bot),
  oauth_apps: list(app),
  tokens: v.pipe(list(token), v.description('A bot that no token names has the token xoxb-<name>.')),
  config_tokens: v.pipe(
    list(configToken),
    v.description('App configuration tokens of people, for apps.manifest.* and tooling.tokens.rotate.'),
  ),
  profile_fields: v.pipe(list(profileField), v.description('The custom fields of profiles.')),
  incoming_webhooks: list(
    v.strictObject({
      path: v.pipe(
        v.string(),
        v.regex(/^\/?(?:services\/)?[\w-]+\/[\w-]+\/[\w-]+$/, 'expected /services/T…/B…/…'),
        v.description('The path of its URL: /services/T0001/B0001/secret'),
      ),
      channel: text,
      bot: v.optional(text),
    }),
  ),
  emoji: v.optional(
    v.pipe(v.record(text, text), v.description('Custom emoji: the URL of an image, or alias:name.')),
    {},
  ),
  rate_limits: v.optional(
    v.pipe(
      v.union([v.boolean(), v.record(text, v.pipe(v.number(), v.integer(), v.minValue(0)))]),
      v.description(
        'True: the limits of the vendor, by the tier of each method. An object: the calls of a method that a token may make in a minute: { chat.postMessage: 60 }. Absent: no limit.',
      ),
    ),
    {},
  ),
  strict_auth: v.pipe(
    flag,
    v.description(
      'Accepts tokens as the vendor does: of its form only, not in the query, and with no scopes but those that are listed.',
    ),
  ),
})

/** The seed section after its schema has checked it. */
export type Section = v.InferOutput<typeof seed>

/** Returns the handle of a seeded user; undefined when it has neither a name nor an email. */
export function handleOf({ name, email }: Section['users'][number]): string | undefined {
  return name ?? email?.split('@', 1).join('').toLowerCase()
}

/** Returns the token of a bot that no token of the seed names. */
export function defaultBotToken(name: string): string {
  return `xoxb-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
}

/** The section that `init` prints. */
export const starter = `team: { name: Acme, domain: acme }
users:
  - { name: alice, real_name: Alice Ito, email: alice@example.com, is_admin: true }
  - { name: bob, real_name: Bob Stone, email: bob@example.com }
channels:
  - name: general                 # without members everybody is in a channel
    purpose: Announcements for everybody
  - name: deploys
    topic: What goes out when
    messages:
      - { user: alice, text: The release is planned for Friday. }
bots:
  - name: helper
oauth_apps:
  - client_id: '1000000000.2000000000'
    client_secret: chat_client_secret
    name: helper
    redirect_uris: ['http://localhost:3000/slack/oauth_redirect']
    scopes: ['chat:write', 'channels:read', 'channels:history', 'commands', 'users:read', 'app_mentions:read']
    signing_secret: chat_signing_secret
    # events_url: http://localhost:3000/slack/events
tokens:
  - { token: xoxb-dev-token, bot: helper }
  - { token: xoxp-dev-token, user: alice }
`
