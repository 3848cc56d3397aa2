import {
  refine,
  boolean,
  integer,
  list,
  mistake,
  isObject,
  lazy,
  notBoth,
  object,
  oneOf,
  pattern,
  someOf,
  text,
  url,
  type Check,
} from './check.ts'
import {
  actionable,
  anyText,
  confirmable,
  conversationFilter,
  dispatchActionConfig,
  focusable,
  option,
  optionGroup,
  placeholdable,
  plainOption,
  plainText,
  slackFile,
  style,
} from './composition.ts'
import { richText } from './rich-text.ts'

// Block elements. https://docs.slack.dev/reference/block-kit/block-elements

// `typed` has compared the value of `type`.
const type = text()
const id = text(255, 1)
const dispatchable = { dispatch_action_config: dispatchActionConfig }
const decimal = pattern(/^-?\d+(\.\d+)?$/, 'must be a valid number')
const menu = { ...actionable, ...confirmable, ...focusable, ...placeholdable }
const multiMenu = { ...menu, max_selected_items: integer(1) }

const options = list(plainOption, { min: 1, max: 100 })
const optionGroups = list(optionGroup, { min: 1, max: 100 })
const eitherOptions = [someOf('options', 'option_groups'), notBoth('options', 'option_groups')]

const button = object(
  { type, text: plainText(75) },
  { ...actionable, ...confirmable, url, value: text(2000), style, accessibility_label: text(75) },
)

const feedback = object({ text: plainText(75), value: text(2000) }, { accessibility_label: text(75) })

const image = refine(
  object({ type, alt_text: text(2000) }, { image_url: url, slack_file: slackFile }),
  someOf('image_url', 'slack_file'),
  notBoth('image_url', 'slack_file'),
)

const plainTextInput = refine(
  object(
    { type },
    {
      ...actionable,
      ...dispatchable,
      ...focusable,
      ...placeholdable,
      initial_value: text(),
      multiline: boolean,
      min_length: integer(0, 3000),
      max_length: integer(1, 3000),
    },
  ),
  (value, pointer) => {
    if (!isObject(value)) return []
    const { min_length: min, max_length: max } = value
    const wrong = typeof min === 'number' && typeof max === 'number' && min > max
    return wrong ? [mistake('min_length must be less than or equal to max_length', pointer)] : []
  },
)

const numberInput = object(
  { type, is_decimal_allowed: boolean },
  {
    ...actionable,
    ...dispatchable,
    ...focusable,
    ...placeholdable,
    initial_value: decimal,
    min_value: decimal,
    max_value: decimal,
  },
)

const typedInput = object(
  { type },
  { ...actionable, ...dispatchable, ...focusable, ...placeholdable, initial_value: text() },
)

const choices = { ...actionable, ...confirmable, ...focusable }

/** Every element by its type. */
export const elements = {
  button,
  checkboxes: object(
    { type, options: list(option, { min: 1, max: 10 }) },
    { ...choices, initial_options: list(option, { min: 1, max: 10 }) },
  ),
  datepicker: object(
    { type },
    { ...menu, initial_date: pattern(/^\d{4}-\d{2}-\d{2}$/, 'must be a valid date of the form YYYY-MM-DD') },
  ),
  datetimepicker: object({ type }, { ...choices, initial_date_time: integer(1_000_000_000, 9_999_999_999) }),
  email_text_input: typedInput,
  feedback_buttons: object({ type, positive_button: feedback, negative_button: feedback }, actionable),
  file_input: object({ type }, { ...actionable, filetypes: list(text(255, 1), { min: 1 }), max_files: integer(1, 10) }),
  icon_button: object(
    { type, icon: oneOf('trash'), text: plainText(75) },
    {
      ...actionable,
      ...confirmable,
      value: text(2000),
      accessibility_label: text(75),
      visible_to_user_ids: list(id),
    },
  ),
  image,
  number_input: numberInput,
  overflow: object({ type, options: list(plainOption, { min: 1, max: 5 }) }, { ...actionable, ...confirmable }),
  plain_text_input: plainTextInput,
  radio_buttons: object({ type, options: list(option, { min: 1, max: 10 }) }, { ...choices, initial_option: option }),
  rich_text_input: object(
    { type },
    {
      ...actionable,
      ...dispatchable,
      ...focusable,
      ...placeholdable,
      initial_value: lazy(() => richText),
      min_lines: integer(1),
      max_lines: integer(1),
    },
  ),
  timepicker: object(
    { type },
    {
      ...menu,
      initial_time: pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a valid time of the form HH:mm'),
      timezone: id,
    },
  ),
  url_text_input: typedInput,
  workflow_button: object(
    {
      type,
      text: plainText(75),
      workflow: object({
        trigger: object({ url }, { customizable_input_parameters: list(object({ name: id, value: text() })) }),
      }),
    },
    { ...actionable, style, accessibility_label: text(75), ...confirmable },
  ),
  static_select: refine(
    object({ type }, { ...menu, options, option_groups: optionGroups, initial_option: plainOption }),
    ...eitherOptions,
  ),
  external_select: object({ type }, { ...menu, initial_option: plainOption, min_query_length: integer(0) }),
  users_select: object({ type }, { ...menu, initial_user: id }),
  conversations_select: object(
    { type },
    {
      ...menu,
      initial_conversation: id,
      default_to_current_conversation: boolean,
      response_url_enabled: boolean,
      filter: conversationFilter,
    },
  ),
  channels_select: object({ type }, { ...menu, initial_channel: id, response_url_enabled: boolean }),
  multi_static_select: refine(
    object(
      { type },
      { ...multiMenu, options, option_groups: optionGroups, initial_options: list(plainOption, { min: 1, max: 100 }) },
    ),
    ...eitherOptions,
  ),
  multi_external_select: object(
    { type },
    { ...multiMenu, initial_options: list(plainOption, { min: 1, max: 100 }), min_query_length: integer(0) },
  ),
  multi_users_select: object({ type }, { ...multiMenu, initial_users: list(id) }),
  multi_conversations_select: object(
    { type },
    {
      ...multiMenu,
      initial_conversations: list(id),
      default_to_current_conversation: boolean,
      filter: conversationFilter,
    },
  ),
  multi_channels_select: object({ type }, { ...multiMenu, initial_channels: list(id) }),
} satisfies Readonly<Record<string, Check>>

type ElementType = keyof typeof elements

/** The texts and images of a context block. */
export const contextTexts = { mrkdwn: anyText(3000), plain_text: anyText(3000) }

const selects = [
  'static_select',
  'external_select',
  'users_select',
  'conversations_select',
  'channels_select',
  'multi_static_select',
  'multi_external_select',
  'multi_users_select',
  'multi_conversations_select',
  'multi_channels_select',
] as const

/** Returns the elements of these types. */
export function elementsOf(types: readonly ElementType[]): Readonly<Record<string, Check>> {
  return Object.fromEntries(types.map((each) => [each, elements[each]]))
}

/** The elements of an actions block. */
export const ACTION_ELEMENTS: readonly ElementType[] = [
  'button',
  'checkboxes',
  'datepicker',
  'datetimepicker',
  'overflow',
  'radio_buttons',
  'rich_text_input',
  'timepicker',
  'workflow_button',
  ...selects,
]

/** The accessories of a section block. */
export const ACCESSORIES: readonly ElementType[] = [
  'button',
  'checkboxes',
  'datepicker',
  'datetimepicker',
  'image',
  'overflow',
  'radio_buttons',
  'timepicker',
  'workflow_button',
  ...selects,
]

/** The elements of an input block. */
export const INPUT_ELEMENTS: readonly ElementType[] = [
  'checkboxes',
  'datepicker',
  'datetimepicker',
  'email_text_input',
  'file_input',
  'number_input',
  'plain_text_input',
  'radio_buttons',
  'rich_text_input',
  'timepicker',
  'url_text_input',
  ...selects,
]
