import { request, type ApiObject, type Credentials } from '../api.ts'
import { EMULATOR } from './base.ts'
import type { SavedMethods } from '../messages.ts'

/** The choice between a customer's saved payment methods and a new one, and the box that asks to save the new one. */
export class SavedChoice {
  readonly #saved: SavedMethods
  readonly #credentials: Credentials
  readonly #changed: () => void
  readonly #list = document.createElement('fieldset')
  readonly #save = document.createElement('input')
  #methods: readonly ApiObject[]
  #chosen: string | null

  /** `changed` is called when the person chooses, removes or ticks something. */
  constructor(saved: SavedMethods, credentials: Credentials, changed: () => void) {
    this.#saved = saved
    this.#credentials = credentials
    this.#changed = changed
    this.#methods = saved.methods
    this.#chosen = saved.methods[0]?.id ?? null
    this.#save.type = 'checkbox'
    this.#save.id = 'payment-saveInput'
    this.#list.className = 'saved'
    this.#show()
  }

  /** The saved payment method that is chosen; undefined where a new one is to be made. */
  get method(): ApiObject | undefined {
    return this.#methods.find(({ id }) => id === this.#chosen)
  }

  /** True when the person wants the new payment method to be saved. */
  get isToBeSaved(): boolean {
    return this.method === undefined && this.#saved.save && this.#save.checked
  }

  /** The usage for which the new payment method is saved. */
  get usage(): string {
    return this.#saved.usage ?? 'on_session'
  }

  /** The list of the saved payment methods; nothing where the customer has none. */
  get list(): readonly HTMLElement[] {
    return this.#methods.length === 0 ? [] : [this.#list]
  }

  /** The box that asks to save a new payment method; nothing where the session does not offer it. */
  get box(): readonly HTMLElement[] {
    if (!this.#saved.save || this.method !== undefined) return []
    const label = document.createElement('label')
    label.className = 'save'
    label.append(this.#save, ' Save payment details for future purchases')
    return [label]
  }

  #show(): void {
    const legend = document.createElement('legend')
    legend.textContent = 'Saved'
    const rows = this.#methods.map((method) => this.#row(method.id, nameOf(method), this.#removal(method)))
    this.#list.replaceChildren(legend, ...rows, this.#row(null, 'New payment method', []))
  }

  #row(id: string | null, name: string, more: readonly HTMLElement[]): HTMLElement {
    const row = document.createElement('div')
    const label = document.createElement('label')
    const radio = document.createElement('input')
    radio.type = 'radio'
    radio.name = 'saved'
    radio.value = id ?? ''
    radio.checked = this.#chosen === id
    radio.addEventListener('change', () => {
      this.#chosen = id
      this.#changed()
    })
    label.append(radio, ` ${name}`)
    row.append(label, ...more)
    return row
  }

  #removal(method: ApiObject): readonly HTMLElement[] {
    if (!this.#saved.remove) return []
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Remove'
    button.setAttribute('aria-label', `Remove ${nameOf(method)}`)
    button.addEventListener('click', () => void this.#remove(method.id))
    return [button]
  }

  async #remove(id: string): Promise<void> {
    const path = `/v1/elements/payment_methods/${id}/detach`
    const secret = { client_secret: this.#saved.clientSecret }
    const result = await request(EMULATOR, this.#credentials, 'POST', path, secret)
    if ('error' in result) return
    this.#methods = this.#methods.filter((each) => each.id !== id)
    if (this.#chosen === id) this.#chosen = this.#methods[0]?.id ?? null
    this.#show()
    this.#changed()
  }
}

/** The members of a card or a bank account by which a person knows it. */
interface AccountDetails {
  readonly brand?: string
  readonly bank_name?: string
  readonly last4?: string
}

/** Returns the words by which a person knows a payment method: its brand or bank, and its last digits. */
function nameOf(method: ApiObject): string {
  const type = String(method['type'])
  const details = (method[type] ?? {}) as AccountDetails // the hash of its type, in the API's form
  const brand = details.brand ?? details.bank_name ?? type
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${details.last4 ?? ''}`
}
