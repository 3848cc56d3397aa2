import { isObject } from '#chat/rules/block-kit/check.ts'
import type { AppManifest } from '#chat/schema/manifests.ts'
import type { App } from '#chat/schema/people.ts'

/** The settings that an exported manifest always has. */
const SETTINGS = { org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false }

/**
 * Returns the manifest of an app as the vendor exports it: the one that was sent, or for an app of the seed one that
 * says the same. https://docs.slack.dev/reference/methods/apps.manifest.export
 */
export function manifestJson(app: App, stored: AppManifest | undefined, overSocket: boolean) {
  const manifest = stored?.manifest ?? manifestOf(app, overSocket)
  const { settings } = manifest
  return { ...manifest, settings: { ...(isObject(settings) ? settings : {}), ...missing(settings) } }
}

function missing(settings: unknown) {
  const known = isObject(settings) ? settings : {}
  return Object.fromEntries(Object.entries(SETTINGS).filter(([name]) => known[name] === undefined))
}

function manifestOf(app: App, overSocket: boolean): Readonly<Record<string, unknown>> {
  const { name, commands, unfurlDomains, redirectUris, scopes, userScopes, eventsUrl, events, interactivityUrl } = app
  return {
    display_information: { name },
    features: {
      ...(app.isAgent ? { agent_view: {} } : {}),
      bot_user: { display_name: name, always_online: false },
      ...(commands.length === 0
        ? {}
        : { slash_commands: commands.map((each) => commandJson(each.name, each.url ?? interactivityUrl)) }),
      ...(unfurlDomains === null ? {} : { unfurl_domains: unfurlDomains }),
    },
    oauth_config: {
      ...(redirectUris.length === 0 ? {} : { redirect_urls: redirectUris }),
      scopes: { ...(userScopes.length === 0 ? {} : { user: userScopes }), bot: scopes },
    },
    settings: {
      ...(events === null && eventsUrl === null
        ? {}
        : { event_subscriptions: { ...urlJson(eventsUrl), bot_events: events ?? [] } }),
      ...(interactivityUrl === null ? {} : { interactivity: { is_enabled: true, ...urlJson(interactivityUrl) } }),
      socket_mode_enabled: overSocket,
      token_rotation_enabled: app.rotatesTokens,
    },
  }
}

function commandJson(command: string, url: string | null) {
  return { command, ...(url === null ? {} : { url }), description: command, should_escape: false }
}

function urlJson(url: string | null) {
  return url === null ? {} : { request_url: url }
}
