import { collection, sequence, timer, value } from '#core/store.ts'

// Row types of the workspace, its people, apps and tokens. Times are epoch milliseconds. `number` is the order of
// creation, which is the order of lists. The wire shapes are in json/.

/** The workspace. */
export interface Team {
  readonly id: string
  readonly name: string
  readonly domain: string
  /** The vendor's word for what is paid for: `free`, `std`, `plus`, `enterprise`. */
  readonly plan: string
  readonly createdAt?: number
  /** True where connections with other workspaces wait for `conversations.approveSharedInvite`. Absent: false */
  readonly needsConnectApproval?: boolean
  /** True where people ask for leave before they invite somebody of another workspace to a channel. Absent: false */
  readonly needsInviteApproval?: boolean
}

/** An enterprise organization, to which workspaces belong. */
export interface Enterprise {
  readonly id: string
  readonly name: string
  readonly domain: string
  /** True where an app is installed only when its request is approved (`admin.apps.approve`). */
  readonly needsAppApproval: boolean
}

/** A further workspace of the instance. */
export interface Workspace extends Team {
  readonly number: number
  /** True for a workspace of the enterprise organization. Absent: false */
  readonly isInEnterprise?: boolean
}

/** The editable part of a user's profile. https://docs.slack.dev/reference/objects/user-object#profile */
export interface UserProfile {
  readonly realName: string
  readonly displayName: string
  readonly email: string | null
  readonly title: string
  readonly phone: string
  readonly skype: string
  readonly statusText: string
  readonly statusEmoji: string
  /** Epoch seconds; 0: the status does not expire. */
  readonly statusExpiration: number
  readonly pronouns: string
  /** The values of custom fields, by the id of the field. */
  readonly fields: Readonly<Record<string, { readonly value: string; readonly alt: string }>>
  /** The id of its photo. Absent: a picture is drawn. */
  readonly photo?: string
}

/** A photo that a person has uploaded. */
export interface Photo {
  /** The `avatar_hash` of profiles. */
  readonly id: string
  readonly mimetype: string
  /** In pixels, as the height. */
  readonly width: number
  readonly height: number
  /** The part that is shown: x, y, width and height in pixels. */
  readonly shown: readonly [x: number, y: number, width: number, height: number]
}

/** A person, or the user of a bot. */
export interface User {
  readonly id: string
  /** The further workspace that it belongs to; absent: that of the instance. */
  readonly teamId?: string
  readonly number: number
  /** The handle: lower case, unique. */
  readonly name: string
  readonly profile: UserProfile
  readonly isAdmin: boolean
  readonly isOwner: boolean
  /** The bot of a bot's user; null for a person. */
  readonly botId: string | null
  /** The IANA name of the time zone. */
  readonly tz: string
  readonly deleted: boolean
  readonly presence: 'auto' | 'away'
  /** The end of a Do Not Disturb snooze; null: none is on. */
  readonly snoozeUntil: number | null
  readonly updatedAt: number
}

/** A bot: the identity with which an app posts. */
export interface Bot {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly appId: string
  /** The user of the bot; null for the bot of an incoming webhook, which has none. */
  readonly userId: string | null
  readonly deleted: boolean
  readonly updatedAt: number
}

/** A slash command of an app. */
interface SlashCommand {
  /** With its slash: `/deploy`. */
  readonly name: string
  /** Null: the app gets it over Socket Mode. */
  readonly url: string | null
}

/** An app. Seeded apps are installed in the workspace when a token of theirs is seeded. */
export interface App {
  readonly id: string
  readonly number: number
  /** The id of its OAuth client, such as `123.456`. */
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** The scopes that its bot may get. */
  readonly scopes: readonly string[]
  /** The scopes that a user may grant. */
  readonly userScopes: readonly string[]
  readonly signingSecret: string
  readonly eventsUrl: string | null
  /** The events that it subscribes to: `app_mention`, `message.channels`. Null: all that its scopes allow. */
  readonly events: readonly string[] | null
  /** The domains of whose links it hears. Null: all. */
  readonly unfurlDomains: readonly string[] | null
  readonly interactivityUrl: string | null
  readonly commands: readonly SlashCommand[]
  /** The URL at which it takes the commands of its code channels over HTTP. https://docs.slack.dev/ai/slack-code */
  readonly codeCommandsUrl: string | null
  /**
   * True with the agent messaging experience (`agent_view`): people talk to it in its Messages tab.
   * https://docs.slack.dev/ai/migrating-to-agent-messaging
   */
  readonly isAgent: boolean
  /** True when its tokens expire and are renewed. https://docs.slack.dev/authentication/using-token-rotation */
  readonly rotatesTokens: boolean
}

/**
 * The kind of a token: of a bot (`xoxb-`), of a user (`xoxp-`), of an app (`xapp-`), of a person who configures apps
 * (`xoxe.xoxp-`).
 */
export type TokenKind = 'bot' | 'user' | 'app' | 'config'

/** An access token. Its id is the literal value. */
export interface Token {
  readonly id: string
  readonly kind: TokenKind
  /** The user for whom it acts; null for the token of an app. */
  readonly userId: string | null
  readonly botId: string | null
  /** Null for a token of the seed that belongs to no app. */
  readonly appId: string | null
  readonly scopes: readonly string[]
  /** True for a token of the seed that lists no scopes: it may do everything, and belongs to no installation. */
  readonly isUnlimited: boolean
  readonly createdAt: number
  /** Null: it does not expire. */
  readonly expiresAt: number | null
  readonly revoked: boolean
  /** True when a token that rotates has taken its place. */
  readonly exchanged: boolean
  /** The run of the custom step that it is for. Absent: none */
  readonly stepId?: string
}

/** An incoming webhook: a URL to which messages can be posted without a token. */
export interface IncomingWebhook {
  /** The path after `/services/`: `T0001/B0001/secret`. */
  readonly id: string
  readonly channelId: string
  readonly botId: string
  readonly appId: string
  /** The user that installed it; null for one of the seed. */
  readonly userId: string | null
}

/** A group of users that can be mentioned. */
export interface UserGroup {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly handle: string
  readonly description: string
  /** Channels that its members are added to by default. */
  readonly channelIds: readonly string[]
  readonly userIds: readonly string[]
  readonly createdBy: string
  readonly updatedBy: string
  readonly deletedBy: string | null
  readonly createdAt: number
  readonly updatedAt: number
  /** Null: it is enabled. */
  readonly deletedAt: number | null
}

/** A reminder. */
export interface Reminder {
  readonly id: string
  readonly number: number
  readonly creatorId: string
  readonly userId: string
  readonly text: string
  /** Epoch seconds. */
  readonly time: number
  /** Epoch seconds; 0: not done. */
  readonly completedAt: number
  /** Null for a reminder that comes once. */
  readonly recurrence: Recurrence | null
}

/** The repetition of a reminder. https://docs.slack.dev/reference/methods/reminders.add */
export interface Recurrence {
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
  /** The days on which a weekly reminder comes: `monday`. Empty: the day of the first one. */
  readonly weekdays: readonly string[]
}

/**
 * Returns the key by which a name is found in a further workspace; for the workspace of the instance it is the name.
 */
export function inWorkspace(teamId: string | undefined, name: string): string {
  return teamId === undefined ? name : `${teamId}/${name}`
}

/** The collections of the workspace, its people, apps and tokens. */
export const peopleCollections = {
  team: value<Team>({ id: '', name: '', domain: '', plan: '' }),
  /** Null: the workspaces belong to no organization. */
  enterprise: value<Enterprise | null>(null),
  workspaces: collection<Workspace>()({ unique: { domain: ['domain'] }, indexes: { byNumber: ['number'] } }),
  users: collection<User>()({
    unique: {
      name: [({ name, teamId }) => inWorkspace(teamId, name)],
      email: [
        ({ profile, teamId }) =>
          profile.email === null ? undefined : inWorkspace(teamId, profile.email.toLowerCase()),
      ],
    },
    indexes: { byNumber: ['number'] },
  }),
  photos: collection<Photo>()({}),
  photoContents: value<Uint8Array, [photoId: string]>(),
  bots: collection<Bot>()({
    unique: { user: ['userId'] },
    indexes: { byNumber: ['number'], byApp: ['appId', 'number'] },
  }),
  apps: collection<App>()({ unique: { client: ['clientId'] }, indexes: { byNumber: ['number'] } }),
  tokens: collection<Token>()({ indexes: { byApp: ['appId'], byUser: ['userId'] } }),
  incomingWebhooks: collection<IncomingWebhook>()({ indexes: { byApp: ['appId'] } }),
  userGroups: collection<UserGroup>()({ unique: { handle: ['handle'] }, indexes: { byNumber: ['number'] } }),
  reminders: collection<Reminder>()({ indexes: { byUser: ['userId', 'number'] } }),
  /** `at`: epoch seconds. */
  endStatus: timer<{ readonly userId: string; readonly at: number }>(),
  /** Custom emoji: the URL of the image, or `alias:name`. */
  emoji: value<Readonly<Record<string, string>>>({}),
  strictAuth: value(false),
  /** The calls per minute that a token may make, by the name of the method. */
  rateLimits: value<Readonly<Record<string, number>>>({}),
  callCounts: value<{ readonly minute: number; readonly count: number }, [token: string, method: string]>(),
  /** The order of creation of all records. */
  numbers: sequence(),
  requestNumbers: sequence(),
}
