import { request, type ApiObject, type Credentials, type StripeError } from './api.ts'
import type { Element } from './element.ts'
import { Elements } from './elements.ts'
import { clientSecretOf, sessionIdOf, type CheckoutOptions } from './embedded-checkout.ts'
import { IntegrationError, notBuilt } from './integration-error.ts'
import { leaveFor, proceed } from './intents.ts'
import { optionsOf, type Options } from './messages.ts'

/**
 * A Checkout session in the form that the page's code reads. https://docs.stripe.com/js/custom_checkout/session_object
 */
export type CheckoutSession = Options & { readonly id: string }

/** The result of an action: the session, or the reason why it was refused. */
type ActionResult =
  | { readonly type: 'success'; readonly session: CheckoutSession }
  | {
      readonly type: 'error'
      readonly error: { readonly message: string; readonly code: string | null; readonly [member: string]: unknown }
    }

/** The answer of the session's endpoints: the session, its confirmation's intent, and the page to go to. */
interface SessionPage {
  readonly session: CheckoutSession
  readonly payment_method_types: readonly string[]
  readonly intent_client_secret: string | null
  readonly intent: ApiObject | null
  readonly return_url: string | null
}

type Answered = { readonly page: SessionPage } | { readonly error: StripeError }

/** A Checkout session whose form the page builds itself: `ui_mode: 'custom'`. */
export class CustomCheckout {
  readonly #credentials: Credentials
  readonly #secret: Promise<string>
  readonly #group: Elements
  readonly #handlers: ((session: CheckoutSession) => void)[] = []
  #page: SessionPage | undefined
  #loading: Promise<Answered> | undefined

  constructor(credentials: Credentials, options: CheckoutOptions) {
    this.#credentials = credentials
    this.#secret = clientSecretOf(options)
    // The page learns of a wrong secret from loadActions.
    this.#secret.catch(() => {})
    const group = { ...optionsOf(options['elementsOptions']), mode: 'payment' }
    // The group offers what the session takes; it has no intent before the confirmation.
    this.#group = new Elements(credentials, group, async () => {
      const loaded = await this.#load()
      return 'error' in loaded ? loaded : { types: loaded.page.payment_method_types }
    })
  }

  on(event: string, handler: (session: CheckoutSession) => void): void {
    if (event !== 'change') throw new IntegrationError(`A Checkout object has no event ${event}: it has change.`)
    this.#handlers.push(handler)
  }

  changeAppearance(appearance: Options): void {
    void this.#group.update({ appearance })
  }

  loadFonts(): void {
    throw notBuilt('checkout.loadFonts()')
  }

  createPaymentElement(options: Options = {}): Element {
    return this.#group.create('payment', options)
  }

  getPaymentElement(): Element | null {
    return this.#group.getElement('payment')
  }

  createBillingAddressElement(options: Options = {}): Element {
    return this.#group.create('address', { ...options, mode: 'billing' })
  }

  getBillingAddressElement(): Element | null {
    return this.#group.getElement('address', { mode: 'billing' })
  }

  createShippingAddressElement(options: Options = {}): Element {
    return this.#group.create('address', { ...options, mode: 'shipping' })
  }

  getShippingAddressElement(): Element | null {
    return this.#group.getElement('address', { mode: 'shipping' })
  }

  createExpressCheckoutElement(options: Options = {}): Element {
    return this.#group.create('expressCheckout', options)
  }

  getExpressCheckoutElement(): Element | null {
    return this.#group.getElement('expressCheckout')
  }

  createContactDetailsElement(options: Options = {}): Element {
    return this.#group.create('contactDetails', options)
  }

  getContactDetailsElement(): Element | null {
    return this.#group.getElement('contactDetails')
  }

  createCurrencySelectorElement(): never {
    throw notBuilt('checkout.createCurrencySelectorElement()')
  }

  createTaxIdElement(): never {
    throw notBuilt('checkout.createTaxIdElement()')
  }

  createTermsElement(): never {
    throw notBuilt('checkout.createTermsElement()')
  }

  createLinkSignupElement(): never {
    throw notBuilt('checkout.createLinkSignupElement()')
  }

  getCurrencySelectorElement(): null {
    return null
  }

  getTaxIdElement(): null {
    return null
  }

  getTermsElement(): null {
    return null
  }

  getLinkSignupElement(): null {
    return null
  }

  async loadActions(): Promise<
    | { readonly type: 'success'; readonly actions: CheckoutActions }
    | { readonly type: 'error'; readonly error: { readonly message: string; readonly code: null } }
  > {
    try {
      const loaded = await this.#load()
      if ('error' in loaded)
        return { type: 'error', error: { message: loaded.error.message ?? loaded.error.type, code: null } }
      return { type: 'success', actions: this.actions }
    } catch (error) {
      return { type: 'error', error: { message: error instanceof Error ? error.message : String(error), code: null } }
    }
  }

  get actions(): CheckoutActions {
    const update = (changes: Options): Promise<ActionResult> => this.#update(changes)
    return {
      getSession: () => this.session,
      applyPromotionCode: (code) => update({ promotion_code: code }),
      removePromotionCode: () => update({ promotion_code: '' }),
      updateEmail: (email) => update({ email: email ?? '' }),
      updatePhoneNumber: (phone) => update({ phone: phone ?? '' }),
      updateShippingAddress: (contact) => update({ shipping_address: contact ?? '' }),
      updateBillingAddress: (contact) => update({ billing_address: contact ?? '' }),
      updateIndividualName: (name) => update({ individual_name: name ?? '' }),
      updateBusinessName: (name) => update({ business_name: name ?? '' }),
      updateLineItemQuantity: ({ lineItem, quantity }) => update({ line_item: { id: lineItem, quantity } }),
      updateShippingOption: (option) => update({ shipping_option: option }),
      updateTaxIdInfo: (info) =>
        update({ tax_id: info === null ? '' : { ...info.taxId, business_name: info.businessName } }),
      addOptionalLineItem: () => {
        throw notBuilt('checkout.addOptionalLineItem()')
      },
      removeOptionalLineItem: () => {
        throw notBuilt('checkout.removeOptionalLineItem()')
      },
      validateElements: async () => {
        const result = await this.#group.submit()
        return 'error' in result
          ? {
              type: 'error',
              error: {
                code: 'validation_error',
                message: result.error.message ?? '',
                validation_errors: [{ element: 'payment', message: result.error.message ?? '' }],
              },
            }
          : { type: 'success', session: this.session }
      },
      runServerUpdate: async (change) => {
        await change()
        this.#loading = undefined
        const loaded = await this.#load()
        return 'error' in loaded ? refused(loaded.error) : this.#changed(loaded.page)
      },
      confirm: (options) => this.#confirm(options),
    }
  }

  /** The session as it was read last. */
  get session(): CheckoutSession {
    if (this.#page === undefined)
      throw new IntegrationError('The Checkout Session has not been loaded: await loadActions().')
    return this.#page.session
  }

  #load(): Promise<Answered> {
    this.#loading ??= this.#send('init', {}).then((answered) => {
      if ('page' in answered) this.#page = answered.page
      return answered
    })
    return this.#loading
  }

  async #send(action: 'init' | 'update' | 'confirm', parameters: Options): Promise<Answered> {
    const secret = await this.#secret
    const path = `/v1/payment_pages/${sessionIdOf(secret)}/${action}`
    const answer = await request(SERVED_API, this.#credentials, 'POST', path, {
      ...parameters,
      client_secret: secret,
    })
    if ('error' in answer) return answer
    return { page: answer.object as unknown as SessionPage } // the three endpoints answer with it
  }

  async #update(changes: Options): Promise<ActionResult> {
    const answered = await this.#send('update', changes)
    return 'error' in answered ? refused(answered.error) : this.#changed(answered.page)
  }

  #changed(page: SessionPage): ActionResult {
    this.#page = page
    for (const handler of this.#handlers) handler(page.session)
    return { type: 'success', session: page.session }
  }

  async #confirm(options: Options = {}): Promise<ActionResult> {
    if (options['expressCheckoutConfirmEvent'] !== undefined) throw notBuilt('checkout.confirm() with a wallet')
    const collected = await this.#collect(options)
    if ('error' in collected) return refused(collected.error)
    const confirmed = await this.#send('confirm', collected.parameters)
    if ('error' in confirmed) return refused(confirmed.error)
    const finished = await this.#authenticate(confirmed.page)
    if ('error' in finished) return refused(finished.error)
    const result = this.#changed(finished.page)
    const url = finished.page.return_url ?? options['returnUrl']
    if (options['redirect'] !== 'if_required' && typeof url === 'string') return leaveFor(url)
    return result
  }

  /** Makes the payment method of the payment element, and adds the addresses that the other elements have. */
  async #collect(options: Options): Promise<{ readonly error: StripeError } | { readonly parameters: Options }> {
    const named: Options = {
      ...(options['email'] === undefined ? {} : { email: options['email'] }),
      ...(options['phoneNumber'] === undefined ? {} : { phone: options['phoneNumber'] }),
      ...(options['billingAddress'] === undefined ? {} : { billing_address: options['billingAddress'] }),
      ...(options['shippingAddress'] === undefined ? {} : { shipping_address: options['shippingAddress'] }),
      ...(options['returnUrl'] === undefined ? {} : { return_url: options['returnUrl'] }),
    }
    const details = await this.#group.details()
    if ('error' in details) return details
    const { email, ...billing } = details.billing
    const parameters = {
      ...(details.shipping === undefined ? {} : { shipping_address: details.shipping }),
      ...(email === undefined ? {} : { email }),
      ...named,
    }
    if (options['paymentMethod'] !== undefined)
      return { parameters: { ...parameters, payment_method: options['paymentMethod'] } }
    const element = this.#group.getElement('payment')
    if (element === null) return { parameters }
    const method = await element.collectObject('paymentMethod', { billing_details: { ...billing, email } })
    if ('error' in method) return method
    return { parameters: { ...parameters, payment_method: method.object.id } }
  }

  /** Takes the person through the bank's page, and reads the session again. */
  async #authenticate(page: SessionPage): Promise<Answered> {
    const { intent, intent_client_secret: secret } = page
    if (intent === null || secret === null || intent['status'] !== 'requires_action') return { page }
    const result = await proceed(this.#credentials, secret, intent)
    if ('error' in result) return { error: result.error }
    return this.#send('init', {})
  }
}

/** The actions of the page on a session. */
export interface CheckoutActions {
  readonly getSession: () => CheckoutSession
  readonly applyPromotionCode: (code: string) => Promise<ActionResult>
  readonly removePromotionCode: () => Promise<ActionResult>
  readonly updateEmail: (email: string | null) => Promise<ActionResult>
  readonly updatePhoneNumber: (phone: string | null) => Promise<ActionResult>
  readonly updateShippingAddress: (contact: Options | null) => Promise<ActionResult>
  readonly updateBillingAddress: (contact: Options | null) => Promise<ActionResult>
  readonly updateIndividualName: (name: string | null) => Promise<ActionResult>
  readonly updateBusinessName: (name: string | null) => Promise<ActionResult>
  readonly updateLineItemQuantity: (change: {
    readonly lineItem: string
    readonly quantity: number
  }) => Promise<ActionResult>
  readonly updateShippingOption: (option: string) => Promise<ActionResult>
  readonly updateTaxIdInfo: (
    info: { readonly taxId: Options; readonly businessName: string } | null,
  ) => Promise<ActionResult>
  readonly addOptionalLineItem: () => never
  readonly removeOptionalLineItem: () => never
  readonly validateElements: () => Promise<ActionResult>
  readonly runServerUpdate: (change: () => Promise<unknown>) => Promise<ActionResult>
  readonly confirm: (options?: Options) => Promise<ActionResult>
}

/** Turns an error of the API into the result of an action. */
function refused(error: StripeError): ActionResult {
  const message = error.message ?? 'The request failed.'
  if (error.type === 'card_error') {
    return {
      type: 'error',
      error: {
        message,
        code: 'paymentFailed',
        paymentFailed: { declineCode: error['decline_code'] ?? null },
      },
    }
  }
  const codes: Readonly<Record<string, string>> = {
    promotion_code_invalid: 'invalidCode',
    email_invalid: 'invalidEmail',
    tax_id_invalid: 'invalidTaxId',
  }
  return { type: 'error', error: { message, code: codes[error.code ?? ''] ?? null } }
}
