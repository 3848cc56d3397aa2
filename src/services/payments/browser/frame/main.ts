import { debitNamed } from '../../schema/debit-kinds.ts'
import { kindNamed } from '../../schema/method-kinds.ts'
import { request, type ApiObject, type StripeError } from '../api.ts'
import { brandOf } from '../card-fields.ts'
import {
  optionsOf,
  type Collected,
  type CollectRequest,
  type FrameSetup,
  type FromFrame,
  type Options,
  type ToFrame,
} from '../messages.ts'
import { applyAppearance } from './appearance.ts'
import { addressOf, fieldsOf, type Values } from './fields.ts'
import { Form } from './form.ts'
import { EMULATOR } from './base.ts'
import { SavedChoice } from './saved-methods.ts'
import { cardOf, paymentMethodOf } from './payment-method.ts'

// The program of an element's frame. It waits for its setup, builds the inputs and answers the page.

const METHOD_NAMES: Readonly<Record<string, string>> = {
  card: 'Card',
  us_bank_account: 'US bank account',
  sepa_debit: 'SEPA Debit',
  link: 'Link',
}

declare global {
  interface Window {
    /** The values of this frame's fields, for the frame beside it that makes the card of both. */
    backlotFieldValues?: () => Values
  }
}

/** The clock of the emulator when it served the page. Cards expire by it. */
const now = Number(document.body.dataset['now'])

window.addEventListener('message', (event: MessageEvent<FrameSetup>) => {
  const [port] = event.ports
  if (event.source !== window.parent || port === undefined || event.data.kind !== 'setup') return
  new ElementFrame(event.data, port).start()
})

/** One element in its frame. */
class ElementFrame {
  #setup: FrameSetup
  readonly #port: MessagePort
  #form: Form | undefined
  #fields: readonly HTMLElement[] = []
  #method: string
  #focused = false
  readonly #saved: SavedChoice | undefined

  constructor(setup: FrameSetup, port: MessagePort) {
    this.#setup = setup
    this.#port = port
    this.#method = setup.paymentMethodTypes[0] ?? 'card'
    if (setup.saved !== null) {
      this.#saved = new SavedChoice(setup.saved, setup.credentials, () => {
        this.#arrange()
        this.#sendChange()
      })
    }
  }

  start(): void {
    this.#build()
    window.backlotFieldValues = () => this.#form?.values ?? {}
    this.#port.addEventListener('message', (event: MessageEvent<ToFrame>) => this.#receive(event.data))
    this.#port.start()
    new ResizeObserver(() => this.#sendHeight()).observe(document.body)
    this.#sendHeight()
    this.#send({ kind: 'ready' })
  }

  #send(message: FromFrame): void {
    this.#port.postMessage(message)
  }

  #sendHeight(): void {
    this.#send({ kind: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
  }

  #build(): void {
    const { elementType, options, group } = this.#setup
    applyAppearance(group['appearance'], options['style'], elementType)
    const root = document.createElement('div')
    root.className = `fields ${elementType}`
    this.#form = new Form(
      root,
      fieldsOf(this.#setup, this.#method, now),
      elementType === 'payment' ? 'payment' : 'Field',
      {
        changed: () => this.#sendChange(),
        focused: () => this.#setFocus(true),
        blurred: () => this.#setFocus(false),
        escaped: () => this.#send({ kind: 'escape' }),
      },
    )
    this.#form.disable(options['disabled'] === true || options['readOnly'] === true)
    this.#fields = [...this.#tabs(), root]
    this.#arrange()
  }

  /** Shows the saved payment methods, and the fields of a new one unless a saved one is chosen. */
  #arrange(): void {
    const fields = this.#saved?.method === undefined ? this.#fields : []
    document.body.replaceChildren(...(this.#saved?.list ?? []), ...fields, ...(this.#saved?.box ?? []))
  }

  /** The choice between the types of payment methods; none for one type. */
  #tabs(): HTMLElement[] {
    const types = this.#setup.paymentMethodTypes
    if (this.#setup.elementType !== 'payment' || types.length < 2) return []
    const list = document.createElement('div')
    list.className = 'tabs'
    list.setAttribute('role', 'tablist')
    for (const type of types) {
      const tab = document.createElement('button')
      tab.type = 'button'
      tab.id = `${type}-tab`
      tab.value = type
      tab.className = 'Tab'
      tab.setAttribute('role', 'tab')
      tab.setAttribute('aria-selected', String(type === this.#method))
      tab.textContent = METHOD_NAMES[type] ?? (debitNamed(type) ?? kindNamed(type))?.label ?? type
      tab.addEventListener('click', () => {
        this.#method = type
        this.#build()
        this.#sendChange()
      })
      list.append(tab)
    }
    return [list]
  }

  /** Moving from one field to the next is neither a blur nor a focus of the element. */
  #setFocus(focused: boolean): void {
    setTimeout(() => {
      const active = document.activeElement !== document.body && document.hasFocus()
      const current = focused || active
      if (current === this.#focused) return
      this.#focused = current
      this.#send({ kind: current ? 'focus' : 'blur' })
    })
  }

  #sendChange(): void {
    const form = this.#form
    if (form === undefined) return
    const event = {
      elementType: this.#setup.elementType,
      empty: this.#saved?.method === undefined && form.empty,
      complete: this.#saved?.method !== undefined || form.complete,
      ...this.#details(form),
    }
    this.#send({ kind: 'change', event })
  }

  /** The members of a `change` event that depend on the type of the element. */
  #details(form: Form): Options {
    const { elementType } = this.#setup
    const { values } = form
    const error = form.visibleError
    switch (elementType) {
      case 'payment':
        return { collapsed: false, value: this.#value() }
      case 'card':
        return { error, value: { postalCode: values['postal'] ?? '' }, brand: brandOf(values['cardnumber'] ?? '') }
      case 'cardNumber':
        return { error, brand: brandOf(values['cardnumber'] ?? '') }
      case 'cardExpiry':
      case 'cardCvc':
        return { error }
      case 'iban':
        return { error, country: (values['iban'] ?? '').slice(0, 2).toUpperCase(), bankName: '' }
      case 'address':
      case 'shippingAddress':
        return { elementMode: this.#setup.options['mode'] ?? 'shipping', isNewAddress: true, value: addressOf(values) }
      default:
        return { value: { email: values['email'] ?? '' } }
    }
  }

  /** The value of a payment element: the type of the payment method, and the saved one that is chosen. */
  #value(): Options {
    const saved = this.#saved?.method
    if (saved === undefined) return { type: this.#method }
    const { id, type, billing_details: billing } = saved
    return { type, payment_method: { id, type, billing_details: billing } }
  }

  #receive(message: ToFrame): void {
    switch (message.kind) {
      case 'update':
        this.#setup = { ...this.#setup, options: { ...this.#setup.options, ...message.options } }
        this.#applyUpdate(message.options)
        return
      case 'updateGroup':
        this.#setup = { ...this.#setup, group: { ...this.#setup.group, ...message.group } }
        applyAppearance(this.#setup.group['appearance'], this.#setup.options['style'], this.#setup.elementType)
        if (message.paymentMethodTypes.join() !== this.#setup.paymentMethodTypes.join()) {
          this.#setup = { ...this.#setup, paymentMethodTypes: message.paymentMethodTypes }
          this.#method = message.paymentMethodTypes[0] ?? 'card'
          this.#build()
        }
        return
      case 'focus':
        return this.#form?.focus()
      case 'blur':
        return this.#form?.blur()
      case 'clear':
        return this.#form?.clear()
      case 'collect':
        void this.#collect(message).then((result) => this.#send({ kind: 'collected', id: message.id, result }))
    }
  }

  /** Options that only change how the element looks leave what was typed; the others build it anew. */
  #applyUpdate(options: Options): void {
    const { elementType, group } = this.#setup
    if (
      Object.keys(options).every((name) => ['style', 'disabled', 'readOnly', 'classes', 'iconStyle'].includes(name))
    ) {
      applyAppearance(group['appearance'], this.#setup.options['style'], elementType)
      this.#form?.disable(this.#setup.options['disabled'] === true || this.#setup.options['readOnly'] === true)
    } else this.#build()
  }

  async #collect({ purpose, parameters, siblings }: CollectRequest): Promise<Collected> {
    const form = this.#form
    if (form === undefined) return { error: { type: 'validation_error', message: 'The element is not ready.' } }
    const saved = this.#saved?.method
    if (saved !== undefined) return this.#collectSaved(purpose, saved, parameters)
    const error = form.firstError ?? siblingError(siblings)
    if (error !== undefined) {
      form.reveal()
      this.#sendChange()
      return { error: { ...error } }
    }
    if (purpose === 'validate') return { value: this.#method }
    if (purpose === 'value') return { value: this.#details(form)['value'] }
    const { elementType, credentials } = this.#setup
    const values = { ...form.values, ...siblingValues(siblings) }
    const type = elementType === 'payment' ? this.#method : elementType === 'iban' ? 'sepa_debit' : 'card'
    const keep = this.#saved?.isToBeSaved === true ? { setupFutureUsage: this.#saved.usage } : {}
    const { path, body } = creation(purpose, values, elementType, type, { ...parameters, ...keep })
    const result = await request(EMULATOR, credentials, 'POST', path, body)
    const code = type === 'blik' ? { methodOptions: { blik: { code: values['code'] } } } : {}
    return 'error' in result ? { error: result.error } : { value: result.object, ...keep, ...code }
  }

  async #collectSaved(
    purpose: CollectRequest['purpose'],
    saved: ApiObject,
    { payment_method_data: _data, ...parameters }: Options,
  ): Promise<Collected> {
    if (purpose === 'validate') return { value: saved['type'] }
    if (purpose !== 'confirmationToken') return { value: saved }
    const body = { ...parameters, payment_method: saved.id }
    const result = await request(EMULATOR, this.#setup.credentials, 'POST', '/v1/confirmation_tokens', body)
    return 'error' in result ? { error: result.error } : { value: result.object }
  }
}

/** Returns the request that makes the object that the page wants. */
function creation(
  purpose: 'paymentMethod' | 'token' | 'confirmationToken',
  values: Values,
  elementType: string,
  type: string,
  { setupFutureUsage: usage, ...parameters }: Options,
): { readonly path: string; readonly body: Options } {
  // A payment method that the person has saved is shown at later payments.
  const redisplay = usage === undefined ? {} : { allow_redisplay: 'always' }
  if (purpose === 'paymentMethod') {
    const body = paymentMethodOf(values, elementType, type, { ...parameters, ...redisplay })
    return { path: '/v1/payment_methods', body }
  }
  if (purpose === 'confirmationToken') {
    const { payment_method_data: data, ...rest } = parameters
    const method = paymentMethodOf(values, elementType, type, { ...optionsOf(data), ...redisplay })
    const setup = usage === undefined ? {} : { setup_future_usage: usage }
    return { path: '/v1/confirmation_tokens', body: { ...rest, ...setup, payment_method_data: method } }
  }
  const postalCode = values['postal']
  const card = { ...cardOf(values, elementType), ...(postalCode ? { address_zip: postalCode } : {}), ...parameters }
  return { path: '/v1/tokens', body: { card } }
}

/** The windows of this page's other frames of the emulator, by name. */
function siblingWindows(names: readonly string[]): Window[] {
  const frames: Window[] = []
  for (let index = 0; index < window.parent.length; index++) {
    const frame = window.parent[index]
    try {
      if (frame !== undefined && names.includes(frame.name)) frames.push(frame)
    } catch {
      // A frame of another origin does not let its name be read.
    }
  }
  return frames
}

function siblingValues(names: readonly string[]): Values {
  return Object.fromEntries(
    siblingWindows(names).flatMap((frame) => Object.entries(frame.backlotFieldValues?.() ?? {})),
  )
}

/** The mistake of a card whose fields are in several frames: a field that is still empty. */
function siblingError(names: readonly string[]): StripeError | undefined {
  const values = siblingValues(names)
  for (const frame of siblingWindows(names)) {
    const [name = '', value = ''] = Object.entries(frame.backlotFieldValues?.() ?? {})[0] ?? []
    if (value !== '') continue
    const code = name === 'exp-date' ? 'incomplete_expiry' : name === 'cvc' ? 'incomplete_cvc' : 'incomplete_number'
    const words = { incomplete_expiry: 'expiration date', incomplete_cvc: 'security code', incomplete_number: 'number' }
    return { type: 'validation_error', code, message: `Your card's ${words[code]} is incomplete.` }
  }
  return Object.keys(values).length === 0 && names.length > 0
    ? { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' }
    : undefined
}
