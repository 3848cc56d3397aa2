import type { Actor } from '#chat/call.ts'
import { invalidArguments, slackFailure } from '#chat/errors/failures.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import type { CodeChannel, CodeChannelCommand, ContextBarItem } from '#chat/schema/code-channels.ts'
import { isAbsent } from '../messages/absent.ts'

// The properties that an agent sets on its code channel. https://docs.slack.dev/ai/slack-code/code-channel-properties

/** The icons of items of the context bar. */
const ICONS: readonly string[] = 'branch folder hierarchy life-ring link globe terminal code search lock'.split(' ')

/** The most items of the context bar, and the most commands of all agents. */
const [MOST_ITEMS, MOST_COMMANDS] = [5, 10]

/** The longest members of `agent_resource`, in characters. */
const RESOURCE_LENGTHS: Readonly<Record<string, number>> = { url: 2048, resource_type: 64, title: 255, provider: 64 }

/** Slack's own commands, which no agent may offer. https://slack.com/help/articles/201259356 */
const BUILT_IN: ReadonlySet<string> = new Set(
  'active archive away call collapse dm dnd expand feed feedback invite join kick leave me msg mute open prefs remind remove rename search shortcuts shrug star status topic who'.split(
    ' ',
  ),
)

/** The changes of a call of `setProperties`, and its warnings. */
export interface PropertyChanges {
  readonly changes: Partial<Pick<CodeChannel, 'contextBarItems' | 'summaryMessage' | 'agentResource'>>
  readonly warnings: readonly string[]
}

/**
 * Returns the changes that the arguments of `agents.conversations.setProperties` make. An item that is a link and an
 * action is only a link, with a warning.
 *
 * @throws `invalid_arguments`.
 */
export function propertyChanges(
  { agentResource }: CodeChannel,
  { user }: Actor,
  {
    code_channel: properties,
    agent_resource: resource,
  }: { readonly code_channel: unknown; readonly agent_resource: unknown },
): PropertyChanges {
  if (isAbsent(properties) && isAbsent(resource)) {
    throw invalidArguments('[ERROR] must provide at least one of code_channel or agent_resource')
  }
  const { context_bar_items: items, summary_message: summary } = objectAt(properties, 'code_channel')
  const given = items === undefined ? undefined : contextBarItems(items)
  const isBoth = given?.some((each) => each.type === 'action' && each.url !== null) === true
  return {
    changes: {
      ...(given === undefined
        ? {}
        : {
            contextBarItems: given.map((each) => ({
              ...each,
              type: each.url === null ? each.type : ('info' as const),
              botUserId: user.id,
            })),
          }),
      ...(summary === undefined ? {} : { summaryMessage: summaryOf(summary) }),
      ...(isAbsent(resource) ? {} : { agentResource: { ...agentResource, ...resourceOf(resource) } }),
    },
    warnings: isBoth ? ['action_with_url_overridden_to_info'] : [],
  }
}

function objectAt(value: unknown, pointer: string): Readonly<Record<string, unknown>> {
  if (isAbsent(value)) return {}
  if (isObject(value)) return value
  throw invalidArguments(`[ERROR] must provide an object [json-pointer:/${pointer}]`)
}

/** Returns a text of an object; null when it is absent. */
function textAt(value: unknown, name: string, longest: number, pointer: string): string | null {
  const text = isObject(value) ? value[name] : undefined
  if (isAbsent(text)) return null
  if (typeof text !== 'string')
    throw invalidArguments(`[ERROR] must provide a string [json-pointer:${pointer}/${name}]`)
  if (text.length <= longest) return text
  throw invalidArguments(`[ERROR] must be less than ${longest + 1} characters [json-pointer:${pointer}/${name}]`)
}

function requiredAt(value: unknown, name: string, longest: number, pointer: string): string {
  const text = textAt(value, name, longest, pointer)
  if (text === null) throw invalidArguments(`[ERROR] missing required field: ${name} [json-pointer:${pointer}]`)
  return text
}

function contextBarItems(value: unknown): readonly Omit<ContextBarItem, 'botUserId'>[] {
  const pointer = '/code_channel/context_bar_items'
  if (!Array.isArray(value)) throw invalidArguments(`[ERROR] must provide an array [json-pointer:${pointer}]`)
  if (value.length > MOST_ITEMS) {
    throw invalidArguments(`[ERROR] no more than ${MOST_ITEMS} items allowed [json-pointer:${pointer}]`)
  }
  return value.map((item: unknown, index) => {
    const at = `${pointer}/${index}`
    const icon = textAt(item, 'icon', 64, at)
    const type = textAt(item, 'item_type', 64, at) ?? 'info'
    if (icon !== null && !ICONS.includes(icon)) {
      throw invalidArguments(`[ERROR] must be a valid enum value [json-pointer:${at}/icon]`)
    }
    if (type !== 'info' && type !== 'action') {
      throw invalidArguments(`[ERROR] must be a valid enum value [json-pointer:${at}/item_type]`)
    }
    const [key, label] = [requiredAt(item, 'key', 64, at), requiredAt(item, 'label', 128, at)]
    return { key, label, icon, url: textAt(item, 'url', 2048, at), type }
  })
}

function summaryOf(value: unknown): CodeChannel['summaryMessage'] {
  const at = '/code_channel/summary_message'
  return { ts: requiredAt(value, 'message_ts', 32, at), threadTs: textAt(value, 'thread_ts', 32, at) }
}

function resourceOf(value: unknown): Readonly<Record<string, string>> {
  const resource = objectAt(value, 'agent_resource')
  return Object.fromEntries(
    Object.entries(RESOURCE_LENGTHS).flatMap(([name, longest]) => {
      const text = textAt(resource, name, longest, '/agent_resource')
      return text === null ? [] : [[name, text]]
    }),
  )
}

/**
 * Returns the commands of a code channel after an agent has registered its whole set.
 *
 * @throws `invalid_arguments`, `duplicate_command`, `colliding_with_builtin` and `too_many_commands`.
 */
export function commandsAfter({ commands }: CodeChannel, appId: string, value: unknown): readonly CodeChannelCommand[] {
  if (!Array.isArray(value)) throw invalidArguments('[ERROR] must provide an array [json-pointer:/commands]')
  const own = value.map((each: unknown, index): CodeChannelCommand => {
    const at = `/commands/${index}`
    return {
      name: requiredAt(each, 'name', 31, at),
      description: textAt(each, 'description', 2000, at),
      argumentHint: textAt(each, 'argument_hint', 1000, at),
      shouldEscape: isObject(each) && each['should_escape'] === true,
      appId,
    }
  })
  const names = own.map(({ name }) => name)
  if (new Set(names).size < names.length) throw slackFailure('duplicate_command')
  if (names.some((name) => BUILT_IN.has(name))) throw slackFailure('colliding_with_builtin')
  const all = [...commands.filter((each) => each.appId !== appId), ...own]
  if (all.length > MOST_COMMANDS) throw slackFailure('too_many_commands')
  return all
}
