import { refine, boolean, list, notBoth, object, oneOf, schema, someOf, text, typed, url, type Check } from './check.ts'

// Composition objects. https://docs.slack.dev/reference/block-kit/composition-objects

const plain = (max: number, min: number): Check =>
  object({ type: oneOf('plain_text'), text: text(max, min) }, { emoji: boolean })
const mrkdwn = (max: number, min: number): Check =>
  object({ type: oneOf('mrkdwn'), text: text(max, min) }, { verbatim: boolean })

/** A `plain_text` object of `min` to `max` characters. */
export function plainText(max: number, min = 1): Check {
  return schema(typed({ plain_text: plain(max, min) }))
}

/** A `mrkdwn` object of `min` to `max` characters. */
export function mrkdwnText(max: number, min = 1): Check {
  return schema(typed({ mrkdwn: mrkdwn(max, min) }))
}

/** A `plain_text` or `mrkdwn` object of `min` to `max` characters. */
export function anyText(max: number, min = 1): Check {
  return schema(typed({ plain_text: plain(max, min), mrkdwn: mrkdwn(max, min) }))
}

/** The color of a button. */
export const style = oneOf('primary', 'danger')

/** A dialog that asks a person to confirm. */
const confirm = object(
  { text: anyText(300) },
  { title: plainText(100), confirm: plainText(30), deny: plainText(30), style },
)

/** An option of a menu, whose text is plain. */
export const plainOption = object({ text: plainText(75), value: text(150) }, { description: plainText(75), url })

/** An option of radio buttons and checkboxes, whose text may be formatted. */
export const option = object({ text: anyText(75), value: text(150) }, { description: anyText(75), url })

/** A labelled group of options. */
export const optionGroup = object({ label: plainText(75), options: list(plainOption, { min: 1, max: 100 }) })

/** The kinds of conversations that a menu offers. */
export const conversationFilter = refine(
  object(
    {},
    {
      include: list(oneOf('im', 'mpim', 'private', 'public'), { min: 1 }),
      exclude_external_shared_channels: boolean,
      exclude_bot_users: boolean,
    },
  ),
  someOf('include', 'exclude_external_shared_channels', 'exclude_bot_users'),
)

/** The moments at which an input sends block actions. */
export const dispatchActionConfig = object(
  {},
  { trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), { min: 1 }) },
)

/** A file of the workspace, by its id or URL. */
export const slackFile = refine(object({}, { id: text(255, 1), url }), someOf('id', 'url'), notBoth('id', 'url'))

/** The member that every interactive element has. */
export const actionable = { action_id: text(255, 1) }
/** The member of elements that can ask for a confirmation. */
export const confirmable = { confirm }
/** The member of elements that can have the focus when a view opens. */
export const focusable = { focus_on_load: boolean }
/** The member of elements with a placeholder. */
export const placeholdable = { placeholder: plainText(150) }
