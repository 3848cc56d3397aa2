import type { Block } from '#chat/schema/messages.ts'
import {
  boolean,
  integer,
  isObject,
  list,
  mistake,
  object,
  oneOf,
  refine,
  text,
  typed,
  type Check,
  type Mistake,
} from './check.ts'
import { messagesOf } from './blocks.ts'

// Dialogs, which modals have replaced. https://docs.slack.dev/block-kit/upgrading-outmoded-dialogs-to-modals

const type = text()
const option = object({ label: text(75, 1), value: text(75) })
const required = { type, label: text(48, 1), name: text(300, 1) }
const more = { optional: boolean, placeholder: text(150), hint: text(150) }
const written = (most: number): Check =>
  object(required, {
    ...more,
    value: text(most),
    min_length: integer(0, most),
    max_length: integer(1, most),
    subtype: oneOf('email', 'number', 'tel', 'url'),
  })

const select = refine(
  object(required, {
    ...more,
    value: text(75),
    data_source: oneOf('static', 'users', 'channels', 'conversations', 'external'),
    selected_options: list(option, { min: 1, max: 1 }),
    options: list(option, { min: 1, max: 100 }),
    option_groups: list(object({ label: text(75, 1), options: list(option, { min: 1, max: 100 }) }), {
      min: 1,
      max: 100,
    }),
    min_query_length: integer(0),
  }),
  (value, pointer) => {
    if (!isObject(value) || (value['data_source'] ?? 'static') !== 'static') return []
    return value['options'] === undefined && value['option_groups'] === undefined
      ? [mistake('must define either `options` or `option_groups`', pointer)]
      : []
  },
)

const dialog = object(
  {
    title: text(24, 1),
    callback_id: text(255, 1),
    elements: refine(
      list(typed({ text: written(150), textarea: written(3000), select }), { min: 1, max: 10 }),
      uniqueNames,
    ),
  },
  { submit_label: text(24), notify_on_cancel: boolean, state: text(3000) },
)

function uniqueNames(elements: unknown, pointer: string): readonly Mistake[] {
  const seen = new Set<unknown>()
  const all: readonly unknown[] = Array.isArray(elements) ? elements : []
  return all.flatMap((element, index) => {
    const name = isObject(element) ? element['name'] : undefined
    const isTaken = seen.has(name)
    seen.add(name)
    return isTaken ? [mistake(`\`name\` "${String(name)}" already exists`, `${pointer}/${index}/name`)] : []
  })
}

/** A dialog that {@link validateDialog} has accepted. */
export interface Dialog {
  readonly title: string
  readonly callback_id: string
  readonly elements: readonly DialogElement[]
  readonly submit_label?: string
  readonly notify_on_cancel?: boolean
  readonly state?: string
}

interface DialogElement {
  readonly type: 'text' | 'textarea' | 'select'
  readonly name: string
  readonly label: string
  readonly optional?: boolean
  readonly placeholder?: string
  readonly hint?: string
  readonly value?: string
  readonly subtype?: string
  readonly min_length?: number
  readonly max_length?: number
  readonly data_source?: string
  readonly options?: readonly DialogOption[]
  readonly option_groups?: readonly { readonly label: string; readonly options: readonly DialogOption[] }[]
  readonly selected_options?: readonly DialogOption[]
  readonly min_query_length?: number
}

/** An option of a menu of a dialog. */
export interface DialogOption {
  readonly label: string
  readonly value: string
}

/** Returns the messages about a dialog; none for a valid one. */
export function validateDialog(value: unknown): readonly string[] {
  return messagesOf(dialog(value, '/dialog'))
}

/** Returns the blocks by which a modal shows the elements of a dialog: an input for each, by its name. */
export function blocksOfDialog({ elements }: Dialog): readonly Block[] {
  return elements.map((element) => ({
    type: 'input',
    block_id: element.name,
    label: plain(element.label),
    optional: element.optional === true,
    dispatch_action: false,
    ...(element.hint === undefined ? {} : { hint: plain(element.hint) }),
    element: {
      ...(element.type === 'select' ? selectOf(element) : inputOf(element)),
      action_id: element.name,
      ...(element.placeholder === undefined ? {} : { placeholder: plain(element.placeholder) }),
    },
  }))
}

function inputOf({ type: kind, subtype, value, min_length: min, max_length: max }: DialogElement): object {
  return {
    type: INPUTS[subtype ?? ''] ?? 'plain_text_input',
    ...(kind === 'textarea' ? { multiline: true } : {}),
    ...(value === undefined ? {} : { initial_value: value }),
    ...(min === undefined ? {} : { min_length: min }),
    max_length: max ?? (kind === 'textarea' ? 3000 : 150),
  }
}

const INPUTS: Readonly<Partial<Record<string, string>>> = { email: 'email_text_input', url: 'url_text_input' }

function selectOf(element: DialogElement): object {
  const { value, options = [], option_groups: groups, selected_options: selected = [] } = element
  switch (element.data_source) {
    case 'users':
      return { type: 'users_select', ...(value === undefined ? {} : { initial_user: value }) }
    case 'channels':
      return { type: 'channels_select', ...(value === undefined ? {} : { initial_channel: value }) }
    case 'conversations':
      return { type: 'conversations_select', ...(value === undefined ? {} : { initial_conversation: value }) }
    case 'external':
      return { type: 'external_select', min_query_length: element.min_query_length ?? 1, ...initialOf(selected[0]) }
    default: {
      const all = groups === undefined ? options : groups.flatMap((group) => group.options)
      const grouped = groups?.map((group) => ({ label: plain(group.label), options: group.options.map(optionOf) }))
      return {
        type: 'static_select',
        ...(grouped === undefined ? { options: options.map(optionOf) } : { option_groups: grouped }),
        ...initialOf(all.find((each) => each.value === value) ?? selected[0]),
      }
    }
  }
}

function initialOf(chosen: DialogOption | undefined): object {
  return chosen === undefined ? {} : { initial_option: optionOf(chosen) }
}

/** Returns an option of a dialog as one of Block Kit. */
export function optionOf({ label, value }: DialogOption): { readonly text: object; readonly value: string } {
  return { text: plain(label), value }
}

function plain(words: string): object {
  return { type: 'plain_text', text: words, emoji: true }
}
