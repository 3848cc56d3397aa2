import { html, type Html } from '#pages/html.ts'

/** The values that a person has typed, by the name of the field. */
type FormValues = Readonly<Record<string, string>>

/** The mistakes, by the name of the field. */
type FormErrors = Readonly<Record<string, string>>

/** The state of a form: its values and mistakes. */
export interface FormState {
  readonly values: FormValues
  readonly errors: FormErrors
}

/** One field of a form. Its id is its name, as on the vendor's pages. */
export interface FieldParts {
  readonly name: string
  readonly label: string
  /** Default: `text` */
  readonly type?: 'text' | 'email' | 'tel' | 'number'
  readonly placeholder?: string
  /** Default: `off` */
  readonly autocomplete?: string
  readonly inputmode?: 'numeric' | 'email' | 'tel'
  readonly maxlength?: number
  /** The text before the person has typed. */
  readonly preset?: string
  /** The choices of a select, by value. */
  readonly choices?: Readonly<Record<string, string>>
  readonly readonly?: boolean
  readonly optional?: boolean
  /** True in a group, whose fields have no visible labels. Default: false */
  readonly inGroup?: boolean
  /** True for half of the width: two such fields stand side by side. Default: false */
  readonly half?: boolean
}

/** Returns a field with its label and its mistake. */
export function field(state: FormState, parts: FieldParts): Html {
  const { name, label, inGroup = false, half = false, optional = false } = parts
  const error = state.errors[name]
  const describedBy = error === undefined ? null : html` aria-describedby="${name}-error"`
  const value = state.values[name] ?? parts.preset ?? ''
  const shared = html`id="${name}" name="${name}"
  autocomplete="${parts.autocomplete ?? 'off'}"${inGroup && html` aria-label="${label}"`}${describedBy}${error !== undefined && html` aria-invalid="true"`}`
  const control =
    parts.choices === undefined
      ? html`<input
          ${shared}
          type="${parts.type ?? 'text'}"
          value="${value}"
          placeholder="${parts.placeholder ?? ''}"
          ${parts.inputmode !== undefined && html`inputmode="${parts.inputmode}"`}
          ${parts.maxlength !== undefined && html`maxlength="${parts.maxlength}"`}
          ${parts.readonly === true && html`readonly`}
        />`
      : html`<select ${shared}>
          ${Object.entries(parts.choices).map(
            ([each, words]) => html`<option value="${each}" ${each === value && html`selected`}>${words}</option> `,
          )}
        </select>`
  return html`<div class="field${half && ' half'}">
    ${!inGroup && html`<label for="${name}">${label}${optional && html` <span class="soft">(optional)</span>`}</label>`}
    ${control} ${error !== undefined && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}

/** Returns a checkbox with its label. */
export function checkbox(state: FormState, name: string, label: Html | string): Html {
  const error = state.errors[name]
  return html`<div class="check">
    <input type="checkbox" id="${name}" name="${name}" value="on" ${state.values[name] === 'on' && html`checked`} />
    <label for="${name}">${label}</label>
    ${error !== undefined && html`<p class="error">${error}</p>`}
  </div>`
}

/** Returns fields that stand together under one legend. */
export function group(legend: string, content: readonly Html[]): Html {
  return html`<fieldset>
    <legend>${legend}</legend>
    <div class="group">${content}</div>
  </fieldset>`
}
