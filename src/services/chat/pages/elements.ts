import { ownMember } from '#core/objects.ts'
import type { Urls } from '#core/vendor-hosts.ts'
import { html, type Html, type Part } from '#pages/html.ts'
import type { Rows } from '#chat/call.ts'
import { optionsOf } from '#chat/interactions/elements.ts'
import { offeredOptions } from '#chat/interactions/offered.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { canSee } from '#chat/rules/conversations/find.ts'
import { SLACKBOT } from '#chat/rules/people.ts'
import type { ViewValues } from '#chat/schema/app.ts'
import { link, list, scalar, textObject, timeText, words } from './text.ts'

type Members = Readonly<Record<string, unknown>>

/** The place where blocks are shown. */
export interface Surface {
  readonly rows: Rows
  /** The base URL of the instance: images of other servers are not loaded. */
  readonly origin: string
  /** The URLs of files and avatars, which have hosts of their own at the vendor. */
  readonly urls: Urls
  /** The person to whom the page is shown. */
  readonly userId: string
  /** The target of the commands for a press, as JSON; null where nothing can be pressed. */
  readonly target: string | null
  /** The state of the elements. */
  readonly values: ViewValues
  /** The prefix of the ids of elements in the page. */
  readonly prefix: string
}

/** The place of an element. */
interface Place {
  readonly blockId: string
  /** The id of the label, of an input. */
  readonly labelledBy?: string
  readonly describedBy?: string
  /** True for an input of a modal, whose value is sent with the modal. */
  readonly isInput: boolean
  readonly required?: boolean
  readonly invalid?: boolean
}

/** Returns an interactive element. https://docs.slack.dev/reference/block-kit/block-elements */
export function element(surface: Surface, element: Members, place: Place): Part {
  const draw = ownMember(RENDERERS, scalar(element['type']))
  if (draw === undefined) return html`<span class="soft">[${scalar(element['type'])}]</span>`
  return html`${draw(surface, element, place)}${confirmDialog(surface, element)}`
}

type Renderer = (surface: Surface, element: Members, place: Place) => Part

const RENDERERS: Readonly<Record<string, Renderer>> = {
  button: (surface, element, place) => button(surface, element, place, words(element['text'])),
  workflow_button: (surface, element, place) => button(surface, element, place, words(element['text'])),
  icon_button: (surface, element, place) => button(surface, element, place, words(element['text'])),
  feedback_buttons: (surface, element, place) =>
    [element['positive_button'], element['negative_button']].filter(isObject).map((each) => {
      const name = scalar(isObject(each['text']) ? each['text']['text'] : '')
      return button(surface, { ...each, action_id: element['action_id'] }, place, words(each['text']), name)
    }),
  overflow: (surface, element, place) =>
    html`<details class="overflow">
      <summary aria-label="More actions">⋯</summary>
      <div>
        ${optionsOf(element).map(
          (option) =>
            html`<button
              type="button"
              ${attributes(surface, element, place, 'choose')}
              data-value="${scalar(option['value'])}"
            >
              ${words(option['text'])}
            </button>`,
        )}
      </div>
    </details>`,
  static_select: (surface, element, place) => select(surface, element, place, optionGroups(surface, element, place)),
  multi_static_select: (surface, element, place) =>
    select(surface, element, place, optionGroups(surface, element, place)),
  users_select: (surface, element, place) => select(surface, element, place, people(surface, element, place)),
  multi_users_select: (surface, element, place) => select(surface, element, place, people(surface, element, place)),
  channels_select: (surface, element, place) => select(surface, element, place, channels(surface, element, place)),
  multi_channels_select: (surface, element, place) =>
    select(surface, element, place, channels(surface, element, place)),
  conversations_select: (surface, element, place) => select(surface, element, place, channels(surface, element, place)),
  multi_conversations_select: (surface, element, place) =>
    select(surface, element, place, channels(surface, element, place)),
  external_select: externalSelect,
  multi_external_select: multiExternalSelect,
  radio_buttons: (surface, element, place) => choices(surface, element, place, 'radio'),
  checkboxes: (surface, element, place) => choices(surface, element, place, 'checkbox'),
  datepicker: (surface, element, place) => input(surface, element, place, 'date'),
  timepicker: (surface, element, place) => input(surface, element, place, 'time'),
  datetimepicker: (surface, element, place) => input(surface, element, place, 'datetime-local'),
  plain_text_input: (surface, element, place) =>
    element['multiline'] === true ? textarea(surface, element, place) : input(surface, element, place, 'text'),
  rich_text_input: textarea,
  email_text_input: (surface, element, place) => input(surface, element, place, 'email'),
  url_text_input: (surface, element, place) => input(surface, element, place, 'url'),
  number_input: (surface, element, place) => input(surface, element, place, 'number'),
  file_input: fileInput,
  image: (surface, element) => image(surface, element),
  plain_text: (surface, element) => textObject(surface.rows, element),
  mrkdwn: (surface, element) => textObject(surface.rows, element),
  url: (_surface, element) => link(scalar(element['url']), scalar(element['text'])),
}

/** Returns the id of an element in the page. */
function idOf({ prefix }: Surface, element: Members, { blockId }: Place): string {
  return `${prefix}-${blockId}-${scalar(element['action_id'])}`
}

/** The attributes by which the page's script finds what to send. */
function attributes(surface: Surface, element: Members, place: Place, act: 'click' | 'choose' | 'field'): Part {
  const name = `${place.blockId}/${scalar(element['action_id'])}`
  return html`data-act="${act}" data-element="${name}" data-block="${place.blockId}"
  ${surface.target === null && ' disabled'} ${isObject(element['confirm']) && ' data-confirm'}`
}

function button(surface: Surface, element: Members, place: Place, text: string, name?: string): Html {
  const { style, url } = element
  const label = element['accessibility_label']
  return html`<button
    type="button"
    class="button ${style === 'primary' || style === 'danger' ? style : ''}"
    ${attributes(surface, element, place, 'click')}
    ${name !== undefined && html` data-name="${name}"`}
    ${typeof label === 'string' && html` aria-label="${label}"`}
    ${typeof url === 'string' && /^https?:/i.test(url) && html` data-url="${url}"`}
  >
    ${text}
  </button>`
}

/** Returns the state of an element; empty for one without. */
function stateOf({ values }: Surface, element: Members, { blockId }: Place): Members {
  return values[blockId]?.[scalar(element['action_id'])] ?? {}
}

/** Returns the attributes of an input or menu: its id, its label, and those that the page's script reads. */
function fieldAttributes(surface: Surface, element: Members, place: Place): Html {
  const { labelledBy, describedBy, isInput, required = false, invalid = false } = place
  const label = words(element['placeholder'])
  const type = scalar(element['type'])
  return html`id="${idOf(surface, element, place)}" name="${place.blockId}"
  ${attributes(surface, element, place, isInput ? 'field' : 'choose')} data-type="${type}"
  ${isInput && element['dispatch'] === true && ' data-dispatch'}
  ${
    labelledBy === undefined
      ? html` aria-label="${label === '' ? scalar(element['action_id']) : label}"`
      : html` aria-labelledby="${labelledBy}"`
  }
  ${describedBy !== undefined && html` aria-describedby="${describedBy}"`} ${required && ' required'}
  ${invalid && html` aria-invalid="true"`} ${element['focus_on_load'] === true && ' autofocus'}`
}

function input(surface: Surface, element: Members, place: Place, type: string): Html {
  const state = stateOf(surface, element, place)
  const value = scalar(
    state['value'] ?? state['selected_date'] ?? state['selected_time'] ?? dateTime(state['selected_date_time']),
  )
  return html`<input
    type="${type}"
    ${fieldAttributes(surface, element, place)}
    value="${value}"
    placeholder="${words(element['placeholder'])}"
    autocomplete="off"
    ${type === 'number' && html` step="${element['is_decimal_allowed'] === true ? 'any' : '1'}"`}
    ${limits(element, ['min_length', 'minlength'], ['max_length', 'maxlength'], ['min_value', 'min'], ['max_value', 'max'])}
  />`
}

function limits(element: Members, ...names: readonly (readonly [member: string, attribute: string])[]): Part {
  return names.map(([member, attribute]) =>
    element[member] === undefined ? null : html`${attribute}="${scalar(element[member])}" `,
  )
}

function dateTime(value: unknown): string | null {
  return timeText(value)?.slice(0, 16) ?? null
}

function textarea(surface: Surface, element: Members, place: Place): Html {
  const state = stateOf(surface, element, place)
  const rich = isObject(state['rich_text_value']) ? plainOf(state['rich_text_value']) : null
  return html`<textarea
    rows="4"
    ${fieldAttributes(surface, element, place)}
    placeholder="${words(element['placeholder'])}"
    ${limits(element, ['min_length', 'minlength'], ['max_length', 'maxlength'])}
  >
${rich ?? scalar(state['value'])}</textarea>`
}

/** Returns the text of a rich text, without its formatting. */
function plainOf(part: Members): string {
  const own = typeof part['text'] === 'string' ? part['text'] : ''
  return own + list(part['elements']).map(plainOf).join('')
}

function select(surface: Surface, element: Members, place: Place, options: Part, multiple = false): Html {
  const isMulti = multiple || scalar(element['type']).startsWith('multi_')
  const placeholder = words(element['placeholder'])
  return html`<select ${fieldAttributes(surface, element, place)} ${isMulti && ' multiple size="4"'}>
    ${!isMulti && html`<option value="">${placeholder === '' ? 'Choose…' : placeholder}</option>`} ${options}
  </select>`
}

/** Returns the values that are chosen. */
function chosenValues(surface: Surface, element: Members, place: Place): ReadonlySet<string> {
  const state = stateOf(surface, element, place)
  const { selected_option: one, selected_options: many } = state
  const ids = ['selected_user', 'selected_conversation', 'selected_channel'].map((name) => state[name])
  const lists = ['selected_users', 'selected_conversations', 'selected_channels'].map((name) => state[name])
  return new Set([
    ...[one, ...(Array.isArray(many) ? many : [])].filter(isObject).map((option) => scalar(option['value'])),
    ...[...ids, ...lists.flat()].filter((each) => typeof each === 'string'),
  ])
}

function optionGroups(surface: Surface, element: Members, place: Place): Part {
  const now = chosenValues(surface, element, place)
  const write = (option: Members): Html => optionTag(scalar(option['value']), words(option['text']), now)
  const groups = list(element['option_groups'])
  if (groups.length === 0) return optionsOf(element).map(write)
  return groups.map(
    (group) => html`<optgroup label="${words(group['label'])}">${list(group['options']).map(write)}</optgroup>`,
  )
}

function optionTag(value: string, text: string, now: ReadonlySet<string>): Html {
  return html`<option value="${value}" ${now.has(value) && ' selected'}>${text}</option> `
}

function people(surface: Surface, element: Members, place: Place): Part {
  const now = chosenValues(surface, element, place)
  return surface.rows.users
    .list('byNumber')
    .filter(({ id, deleted }) => id !== SLACKBOT && !deleted)
    .map(({ id, name }) => optionTag(id, `@${name}`, now))
}

function channels(surface: Surface, element: Members, place: Place): Part {
  const { rows, userId } = surface
  const now = chosenValues(surface, element, place)
  return rows.conversations
    .list('byNumber')
    .filter(
      (conversation) => conversation.name !== '' && !conversation.archived && canSee({ rows }, conversation, userId),
    )
    .map(({ id, name }) => optionTag(id, `#${name}`, now))
}

function files({ rows, userId }: Surface, now: ReadonlySet<string>): Part {
  return rows.files
    .list('byNumber')
    .filter((file) => file.state === 'complete' && file.userId === userId)
    .map(({ id, title }) => optionTag(id, title, now))
}

/** A menu whose options the app gives while the person types. */
function externalSelect(surface: Surface, element: Members, place: Place): Html {
  const state = stateOf(surface, element, place)
  const { selected_option: one } = state
  const id = idOf(surface, element, place)
  return html`<span class="external">
    <input
      type="text"
      role="combobox"
      list="${id}-options"
      ${fieldAttributes(surface, element, place)}
      data-external
      data-min="${scalar(element['min_query_length'], '3')}"
      value="${isObject(one) ? words(one['text']) : ''}"
      placeholder="${words(element['placeholder'])}"
      autocomplete="off"
    />
    <datalist id="${id}-options"></datalist>
  </span>`
}

/** A menu of several options, which the app gives while the person types into the field above it. */
function multiExternalSelect(surface: Surface, element: Members, place: Place): Html {
  const { selected_options: many } = stateOf(surface, element, place)
  const now = (Array.isArray(many) ? many : []).filter(isObject)
  const values = new Set(now.map(({ value }) => scalar(value)))
  const offered = offeredOptions(surface, surface.userId, scalar(element['action_id']))
  const all = [...now, ...offered.filter(({ value }) => !values.has(scalar(value)))]
  const id = idOf(surface, element, place)
  return html`<span class="external">
    <input
      type="search"
      id="${id}-search"
      aria-label="Search options"
      data-external
      data-offers
      data-element="${place.blockId}/${scalar(element['action_id'])}"
      data-min="${scalar(element['min_query_length'], '3')}"
      placeholder="${words(element['placeholder'])}"
      autocomplete="off"
      ${surface.target === null && ' disabled'}
    />
    ${select(
      surface,
      element,
      place,
      all.map((option) => optionTag(scalar(option['value']), words(option['text']), values)),
    )}
  </span>`
}

/** The files of a person, and a field that uploads another. */
function fileInput(surface: Surface, element: Members, place: Place): Html {
  const { files: now } = stateOf(surface, element, place)
  const ids = new Set((Array.isArray(now) ? now : []).filter(isObject).map((file) => scalar(file['id'])))
  const id = idOf(surface, element, place)
  const types = (Array.isArray(element['filetypes']) ? element['filetypes'] : []).map((type) => `.${scalar(type)}`)
  return html`<span class="external">
    <input
      type="file"
      id="${id}-upload"
      aria-label="Upload a file"
      data-upload="${id}"
      multiple
      ${types.length > 0 && html` accept="${types.join(',')}"`}
      ${surface.target === null && ' disabled'}
    />
    ${select(surface, element, place, files(surface, ids), true)}
  </span>`
}

function choices(surface: Surface, element: Members, place: Place, type: 'radio' | 'checkbox'): Html {
  const now = chosenValues(surface, element, place)
  const id = idOf(surface, element, place)
  const { labelledBy, describedBy, isInput } = place
  return html`<fieldset
    id="${id}"
    class="choices"
    ${attributes(surface, element, place, isInput ? 'field' : 'choose')}
    data-type="${type === 'radio' ? 'radio_buttons' : 'checkboxes'}"
    data-name="${place.blockId}"
    ${isInput && element['dispatch'] === true && ' data-dispatch'}
    ${labelledBy === undefined ? html` aria-label="${scalar(element['action_id'])}"` : html` aria-labelledby="${labelledBy}"`}
    ${describedBy !== undefined && html` aria-describedby="${describedBy}"`}
  >
    ${optionsOf(element).map(
      (option, index) =>
        html`<label
          ><input
            type="${type}"
            id="${id}-${index}"
            name="${id}"
            value="${scalar(option['value'])}"
            ${now.has(scalar(option['value'])) && ' checked'}
            ${surface.target === null && ' disabled'}
          />
          <span
            >${textObject(surface.rows, option['text'])}
            ${isObject(option['description']) && html`<small class="soft">${textObject(surface.rows, option['description'])}</small>`}</span
          ></label
        >`,
    )}
  </fieldset>`
}

/** Returns an image. Images of other servers are not loaded: their description and address are shown. */
export function image({ origin, urls }: Pick<Surface, 'origin' | 'urls'>, block: Members): Html {
  const url = ownPicture(urls, scalar(block['image_url']))
  const alt = scalar(block['alt_text'])
  if (url.startsWith(`${origin}/`) || url.startsWith('data:image/')) return html`<img src="${url}" alt="${alt}" />`
  return html`<span class="image" role="img" aria-label="${alt}">🖼 ${link(url, alt === '' ? url : alt)}</span>`
}

/**
 * Returns the address by which a page shows one of the instance's pictures, which have a host of their own at the
 * vendor.
 */
function ownPicture(urls: Urls, url: string): string {
  const pictures = urls.of('/avatars/')
  return urls.real && url.startsWith(pictures) ? urls.of(`/avatars/${url.slice(pictures.length)}`, 'site') : url
}

/** The dialog that asks a person to confirm; hidden until the element before it is used. */
function confirmDialog({ rows }: Surface, { confirm }: Members): Part {
  if (!isObject(confirm)) return null
  const title = words(confirm['title']) || 'Are you sure?'
  return html`<dialog class="confirm" aria-label="${title}">
    <h2>${title}</h2>
    <p>${textObject(rows, confirm['text'])}</p>
    <div class="actions">
      <button type="button" class="button" data-deny>${words(confirm['deny']) || 'Cancel'}</button>
      <button type="button" class="button ${confirm['style'] === 'danger' ? 'danger' : 'primary'}" data-agree>
        ${words(confirm['confirm']) || 'OK'}
      </button>
    </div>
  </dialog>`
}
