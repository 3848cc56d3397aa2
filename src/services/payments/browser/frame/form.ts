import type { FieldError } from '../card-fields.ts'
import type { Field, Values } from './fields.ts'

/** The events that a form reports to its owner. */
export interface FormEvents {
  readonly changed: () => void
  readonly focused: () => void
  readonly blurred: () => void
  readonly escaped: () => void
}

interface Shown {
  readonly field: Field
  readonly box: HTMLElement
  readonly control: HTMLInputElement | HTMLSelectElement
  readonly message: HTMLElement
  /** True once the person has moved on from the field: from then on an incomplete value is shown as a mistake. */
  visited: boolean
}

/** The inputs of an element, in a document. */
export class Form {
  readonly #shown: readonly Shown[]
  readonly #events: FormEvents

  constructor(place: HTMLElement, fields: readonly Field[], idPrefix: string, events: FormEvents) {
    this.#events = events
    this.#shown = fields.map((field) => this.#build(field, idPrefix))
    place.replaceChildren(...this.#shown.map(({ box }) => box))
    this.#refresh()
  }

  /** The texts of the fields that apply to what was entered. */
  get values(): Values {
    const all = this.#all
    return Object.fromEntries(this.#active(all).map(({ field, control }) => [field.name, control.value]))
  }

  /** True when no field that applies has a text of its own. */
  get empty(): boolean {
    return this.#active().every(({ field, control }) => field.choices !== undefined || control.value === '')
  }

  get complete(): boolean {
    const all = this.#all
    return this.#active().every(({ field, control }) => field.check(control.value, all).complete)
  }

  /** The first mistake that the person is to see: what is incomplete counts once the field has been left. */
  get visibleError(): FieldError | undefined {
    return this.#active()
      .map((each) => this.#errorOf(each))
      .find((error) => error !== undefined)
  }

  /** The first mistake of all, whether it is visible or not. */
  get firstError(): FieldError | undefined {
    const all = this.#all
    return this.#active()
      .map(({ field, control }) => field.check(control.value, all).error)
      .find((error) => error !== undefined)
  }

  /** Shows every mistake, as if the person had left each field. */
  reveal(): void {
    for (const each of this.#shown) each.visited = true
    this.#refresh()
  }

  clear(): void {
    for (const each of this.#shown) {
      if (each.field.choices === undefined) each.control.value = ''
      each.visited = false
    }
    this.#refresh()
    this.#events.changed()
  }

  focus(): void {
    this.#shown[0]?.control.focus()
  }

  blur(): void {
    for (const { control } of this.#shown) control.blur()
  }

  /** Makes every field read-only, or not. */
  disable(disabled: boolean): void {
    for (const { control } of this.#shown) control.disabled = disabled
  }

  get #all(): Values {
    return Object.fromEntries(this.#shown.map(({ field, control }) => [field.name, control.value]))
  }

  #active(all: Values = this.#all): readonly Shown[] {
    return this.#shown.filter(({ field }) => field.isActive(all))
  }

  #errorOf({ field, control, visited }: Shown): FieldError | undefined {
    const { error } = field.check(control.value, this.#all)
    if (error === undefined || control.value === '')
      return visited && control.value === '' && this.#revealed ? error : undefined
    return visited || !error.code.startsWith('incomplete') ? error : undefined
  }

  /** True when all mistakes are shown, empty fields too. */
  get #revealed(): boolean {
    return this.#shown.every(({ visited }) => visited)
  }

  #build(field: Field, idPrefix: string): Shown {
    const box = document.createElement('div')
    box.className = `field ${field.width}`
    const control = field.choices === undefined ? document.createElement('input') : selectOf(field.choices)
    control.id = `${idPrefix}-${field.name}Input`
    control.name = field.name
    control.className = 'Input'
    control.setAttribute('autocomplete', field.autocomplete)
    if (control instanceof HTMLInputElement) {
      control.type = 'text'
      control.inputMode = field.inputMode
      control.placeholder = field.placeholder
      control.spellcheck = false
    }
    control.value = field.value
    const message = document.createElement('p')
    message.className = 'Error'
    message.id = `${idPrefix}-${field.name}Error`
    message.setAttribute('role', 'alert')
    control.setAttribute('aria-describedby', message.id)
    if (field.labelHidden) control.setAttribute('aria-label', field.label)
    else {
      const label = document.createElement('label')
      label.htmlFor = control.id
      label.className = 'Label'
      label.textContent = field.label
      box.append(label)
    }
    box.append(control, message)
    const shown: Shown = { field, box, control, message, visited: false }
    this.#listen(shown)
    return shown
  }

  #listen(shown: Shown): void {
    const { field, control } = shown
    control.addEventListener('input', (event) => {
      // A deletion is left alone: formatting would put back the separator that was deleted.
      const deleting = event instanceof InputEvent && event.inputType.startsWith('delete')
      if (!deleting) control.value = field.format(control.value, this.#all)
      this.#refresh()
      this.#events.changed()
    })
    control.addEventListener('focus', () => this.#events.focused())
    control.addEventListener('blur', () => {
      if (control.value !== '') shown.visited = true
      control.value = field.format(control.value, this.#all)
      this.#refresh()
      this.#events.changed()
      this.#events.blurred()
    })
    control.addEventListener('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') this.#events.escaped()
    })
  }

  /** Shows the fields that apply to what was entered, and their mistakes. */
  #refresh(): void {
    const all = this.#all
    for (const each of this.#shown) {
      each.box.hidden = !each.field.isActive(all)
      const error = this.#errorOf(each)
      each.control.setAttribute('aria-invalid', String(error !== undefined))
      each.control.classList.toggle('Input--invalid', error !== undefined)
      each.message.textContent = each.field.labelHidden ? '' : (error?.message ?? '')
    }
  }
}

function selectOf(choices: Readonly<Record<string, string>>): HTMLSelectElement {
  const select = document.createElement('select')
  for (const [value, words] of Object.entries(choices)) select.add(new Option(words, value))
  return select
}
