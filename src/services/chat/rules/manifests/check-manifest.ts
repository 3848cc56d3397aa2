import { slackFailure } from '#chat/errors/failures.ts'
import {
  boolean,
  integer,
  isObject,
  list,
  mistake,
  object,
  oneOf,
  pattern,
  refine,
  text,
  url,
  type Check,
  type Mistake,
} from '../block-kit/check.ts'

// The schema of an app's manifest. https://docs.slack.dev/reference/app-manifest

/** A manifest that {@link checkManifest} has checked. */
export type CheckedManifest = Readonly<Record<string, unknown>> & {
  readonly display_information: { readonly name: string }
}

const any: Check = () => []
const record: Check = (value, pointer) => (isObject(value) ? [] : [mistake('must provide an object', pointer)])
const names = (max: number): Check => list(text(255, 1), { max })

const prompts = list(object({ title: text(), message: text() }), { max: 4 })

const features = object(
  {},
  {
    agent_view: object(
      {},
      {
        agent_description: text(300),
        suggested_prompts: prompts,
        actions: list(object({ name: text(), description: text() })),
      },
    ),
    app_home: object(
      {},
      { home_tab_enabled: boolean, messages_tab_enabled: boolean, messages_tab_read_only_enabled: boolean },
    ),
    assistant_view: object({ assistant_description: text() }, { suggested_prompts: prompts }),
    code_channels: object({}, { enabled: boolean, slash_command_url: url }),
    bot_user: object({ display_name: text(80, 1) }, { always_online: boolean }),
    rich_previews: record,
    search: record,
    shortcuts: list(
      object({
        type: oneOf('global', 'message'),
        name: text(24, 1),
        callback_id: text(255, 1),
        description: text(150, 1),
      }),
      { max: 10 },
    ),
    slash_commands: list(
      object(
        {
          command: refine(text(32, 1), pattern(/^\/[^\s/]+$/, 'must start with a slash and contain no spaces')),
          description: text(2000, 1),
        },
        { should_escape: boolean, url, usage_hint: text(1000) },
      ),
      { max: 50 },
    ),
    unfurl_domains: names(5),
    workflow_steps: list(object({ name: text(50, 1), callback_id: text(50, 1) }), { max: 10 }),
  },
)

const oauth = object(
  {},
  {
    pkce_enabled: boolean,
    redirect_urls: list(url, { max: 1000 }),
    scopes: object({}, { bot: names(255), user: names(255), bot_optional: names(255), user_optional: names(255) }),
    token_management_enabled: boolean,
  },
)

const settings = object(
  {},
  {
    allowed_ip_address_ranges: names(50),
    event_subscriptions: object(
      {},
      { request_url: url, bot_events: names(100), user_events: names(100), metadata_subscriptions: list(any) },
    ),
    function_runtime: oneOf('remote', 'slack'),
    hermes_app_type: text(),
    incoming_webhooks: object({}, { incoming_webhooks_enabled: boolean }),
    interactivity: object({ is_enabled: boolean }, { request_url: url, message_menu_options_url: url }),
    is_hosted: boolean,
    is_mcp_enabled: boolean,
    org_deploy_enabled: boolean,
    siws_links: record,
    socket_mode_enabled: boolean,
    token_rotation_enabled: boolean,
  },
)

const schema = object(
  {
    display_information: object(
      { name: text(35, 1) },
      {
        description: text(140),
        long_description: text(4000),
        background_color: pattern(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a valid hex color'),
      },
    ),
  },
  {
    _metadata: object({}, { major_version: integer(1, 2), minor_version: integer(0) }),
    app_directory: record,
    datastores: record,
    external_auth_providers: record,
    features,
    functions: record,
    oauth_config: oauth,
    outgoing_domains: names(10),
    settings,
    types: record,
    workflows: record,
  },
)

/**
 * Returns a manifest that fits the vendor's schema.
 *
 * @throws `invalid_manifest` with `errors`: the message and the place of each mistake.
 */
export function checkManifest(value: unknown): CheckedManifest {
  const mistakes = schema(value, '')
  const all = mistakes.length > 0 ? mistakes : contradictions(value as CheckedManifest) // it fits the schema
  if (all.length > 0) {
    const errors = all.map(({ words, pointer }) => ({ message: words, pointer: pointer === '' ? '/' : pointer }))
    throw slackFailure('invalid_manifest', { errors })
  }
  return value as CheckedManifest // it fits the schema
}

/** Returns the mistakes of a manifest whose parts fit, but not one to another. */
function contradictions(manifest: CheckedManifest): readonly Mistake[] {
  const { event_subscriptions: events, interactivity, socket_mode_enabled: overSocket } = partOf(manifest, 'settings')
  const found: Mistake[] = []
  if (isObject(events) && events['request_url'] === undefined && overSocket !== true) {
    const words = 'Event Subscription requires either Request URL or Socket Mode Enabled'
    found.push(mistake(words, '/settings/event_subscriptions'))
  }
  const isInteractive = isObject(interactivity) && interactivity['is_enabled'] === true
  if (isInteractive && interactivity['request_url'] === undefined && overSocket !== true) {
    found.push(mistake('Interactivity requires a Request URL', '/settings/interactivity'))
    found.push(mistake('Interactivity requires Socket Mode enabled', '/settings/interactivity'))
  }
  const { slash_commands: commands } = partOf(manifest, 'features')
  for (const [index, command] of (Array.isArray(commands) ? commands : []).entries()) {
    if (isObject(command) && command['url'] === undefined && overSocket !== true) {
      found.push(mistake('Slash command requires a Request URL', `/features/slash_commands/${index}`))
    }
  }
  return found
}

/** Returns a part of a manifest; an empty one where it is absent. */
export function partOf(manifest: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const part = manifest[name]
  return isObject(part) ? part : {}
}
