import { ownMember } from '#core/objects.ts'
import type { ChatContext } from '#chat/call.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { findUser } from '#chat/rules/people.ts'
import { richTextOf } from '#chat/rules/text/rich-text.ts'
import { describeElement, elementsIn, optionsOf, textOf, type LocatedElement, type Members } from './elements.ts'
import type { ViewValues } from '#chat/schema/app.ts'

// The state of inputs. https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload

/** A value as a test passes it: text, a list of texts, a number, or an option. */
export type InputValue = unknown

/** The members with which the vendor writes the value of a kind of input. */
interface InputKind {
  /** The member of the state. */
  readonly member: string
  /** The member of the element with the initial value. */
  readonly initial: string
  /**
   * Returns the vendor's form of the value that a test passes.
   *
   * @throws when the input cannot have it.
   */
  readonly read: (
    context: ChatContext,
    located: LocatedElement,
    value: InputValue,
    options: readonly unknown[],
  ) => unknown
  /** The vendor's form of no value. */
  readonly empty: unknown
}

const text: InputKind = {
  member: 'value',
  initial: 'initial_value',
  read: (_context, _located, value) => String(value),
  empty: null,
}

const kinds: Readonly<Record<string, InputKind>> = {
  plain_text_input: text,
  email_text_input: text,
  url_text_input: text,
  number_input: text,
  rich_text_input: {
    member: 'rich_text_value',
    initial: 'initial_value',
    read: (_context, _located, value) => (isObject(value) ? value : richTextOf(String(value), 'rich')),
    empty: null,
  },
  static_select: one('selected_option', 'initial_option', optionNamed),
  external_select: one('selected_option', 'initial_option', optionNamed),
  radio_buttons: one('selected_option', 'initial_option', optionNamed),
  overflow: one('selected_option', 'initial_option', optionNamed),
  users_select: one('selected_user', 'initial_user', userNamed),
  conversations_select: one('selected_conversation', 'initial_conversation', conversationNamed),
  channels_select: one('selected_channel', 'initial_channel', conversationNamed),
  datepicker: one('selected_date', 'initial_date', plain),
  timepicker: one('selected_time', 'initial_time', plain),
  datetimepicker: one('selected_date_time', 'initial_date_time', (_context, _located, value) => Number(value)),
  checkboxes: many('selected_options', 'initial_options', optionNamed),
  multi_static_select: many('selected_options', 'initial_options', optionNamed),
  multi_external_select: many('selected_options', 'initial_options', optionNamed),
  multi_users_select: many('selected_users', 'initial_users', userNamed),
  multi_conversations_select: many('selected_conversations', 'initial_conversations', conversationNamed),
  multi_channels_select: many('selected_channels', 'initial_channels', conversationNamed),
  file_input: many('files', 'initial_files', (context, _located, value) => {
    const file = context.rows.files.get(String(value))
    if (file === undefined) throw new Error(`no file has the id ${String(value)}`)
    return { id: file.id, name: file.name, mimetype: file.mimetype, size: file.size }
  }),
}

function one(member: string, initial: string, read: InputKind['read']): InputKind {
  return { member, initial, read, empty: null }
}

function many(member: string, initial: string, read: InputKind['read']): InputKind {
  return {
    member,
    initial,
    read: (context, located, value, options) =>
      (Array.isArray(value) ? value : [value]).map((each: unknown) => read(context, located, each, options)),
    empty: [],
  }
}

function plain(_context: ChatContext, _located: LocatedElement, value: InputValue): unknown {
  return value
}

function optionNamed(
  _context: ChatContext,
  located: LocatedElement,
  value: InputValue,
  loaded: readonly unknown[],
): Members {
  if (isObject(value)) return value
  const all = [...optionsOf(located.element), ...loaded.filter(isObject)]
  const found =
    all.find((option) => option['value'] === value) ?? all.find(({ text: words }) => textOf(words) === value)
  if (found !== undefined) return found
  const words = all.map((option) => JSON.stringify(textOf(option['text']))).join(', ')
  throw new Error(
    `${describeElement(located)} has no option ${JSON.stringify(value)}; there are ${words === '' ? 'none' : words}`,
  )
}

function userNamed(context: ChatContext, _located: LocatedElement, value: InputValue): string {
  const user = findUser(context, String(value))
  if (user === undefined) throw new Error(`no user is named ${JSON.stringify(value)}`)
  return user.id
}

function conversationNamed({ rows }: ChatContext, _located: LocatedElement, value: InputValue): string {
  const name = String(value)
  const found = rows.conversations.get(name) ?? rows.conversations.find('name', name.replace(/^#/, ''))
  if (found === undefined) throw new Error(`no channel is named ${JSON.stringify(value)}`)
  return found.id
}

/** Returns true for an element with a value, such as a menu; false for a button. */
export function hasValue({ type }: LocatedElement): boolean {
  return Object.hasOwn(kinds, type)
}

/**
 * Returns the state of an element with a value: `{type, selected_option}`.
 *
 * @throws when the value does not fit it.
 */
export function stateOf(
  context: ChatContext,
  located: LocatedElement,
  value: InputValue,
  loaded: readonly unknown[] = [],
): Members {
  const kind = ownMember(kinds, located.type)
  if (kind === undefined) throw new Error(`${describeElement(located)} takes no value`)
  const isEmpty = value === null || value === ''
  return { type: located.type, [kind.member]: isEmpty ? kind.empty : kind.read(context, located, value, loaded) }
}

/**
 * Returns the state of all elements of blocks: the state of `before` for an element that it has, else the initial
 * value. An overflow menu has no state.
 */
export function initialValues(blocks: readonly unknown[], before: ViewValues = {}): ViewValues {
  const values: Record<string, Record<string, Members>> = {}
  for (const { blockId, actionId, type, element } of elementsIn(blocks)) {
    const kind = type === 'overflow' ? undefined : ownMember(kinds, type)
    if (kind === undefined) continue
    const state = before[blockId]?.[actionId] ?? { type, [kind.member]: element[kind.initial] ?? kind.empty }
    values[blockId] = { ...values[blockId], [actionId]: state }
  }
  return values
}

/** Returns the values with the state of one element replaced. */
export function withState(values: ViewValues, { blockId, actionId }: LocatedElement, state: Members): ViewValues {
  return { ...values, [blockId]: { ...values[blockId], [actionId]: state } }
}

/** Returns true when an input of the state has a value. */
export function isFilled(state: Members | undefined): boolean {
  const value = Object.entries(state ?? {}).find(([name]) => name !== 'type')?.[1]
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''
}
