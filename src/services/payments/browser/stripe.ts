import { request, type ApiObject, type Credentials, type StripeError } from './api.ts'
import { CONFIRMS_KIND } from './confirms-kind.ts'
import { CustomCheckout } from './checkout.ts'
import { Element } from './element.ts'
import { Elements } from './elements.ts'
import { embedCheckout, type CheckoutOptions, type EmbeddedCheckout } from './embedded-checkout.ts'
import { IntegrationError, notBuilt } from './integration-error.ts'
import {
  confirmWithElements,
  confirmWithMethod,
  kindOf,
  leaveFor,
  PAYMENT,
  proceed,
  checkClientSecret,
  resultOf,
  retrieveIntent,
  SETUP,
  type ConfirmArguments,
  type IntentKind,
  type IntentResult,
} from './intents.ts'
import { optionsOf, type Options } from './messages.ts'
import { NOT_BUILT } from './not-built.ts'
import { publishableKey } from './publishable-key.ts'

/** The library, as a page has it: `const stripe = Stripe(key)`. https://docs.stripe.com/js */
export class StripeLibrary {
  readonly #credentials: Credentials
  readonly #groups: Elements[] = []

  /** @throws IntegrationError for a key that a browser must not have. */
  constructor(key: unknown, options: Options = {}) {
    this.#credentials = {
      key: publishableKey(key),
      account: typeof options['stripeAccount'] === 'string' ? options['stripeAccount'] : undefined,
      apiVersion: typeof options['apiVersion'] === 'string' ? options['apiVersion'] : undefined,
    }
    for (const [name, type] of Object.entries(CONFIRMS_KIND)) {
      Object.defineProperty(this, name, {
        value: (clientSecret: string, data?: Options, options?: Options) =>
          this.#confirm(name, type, clientSecret, data, options),
      })
    }
    for (const name of NOT_BUILT) {
      Object.defineProperty(this, name, {
        value: () => {
          throw notBuilt(`stripe.${name}()`)
        },
      })
    }
  }

  /** Called by the vendor's packages, which report their versions. */
  _registerWrapper(): void {}

  registerAppInfo(): void {}

  elements(options: Options = {}): Elements {
    const group = new Elements(this.#credentials, options, async (clientSecret) => {
      if (clientSecret === undefined) return { types: ['card'] }
      const answer = await retrieveIntent(this.#credentials, clientSecret)
      if ('error' in answer) return answer
      return { types: answer.object['payment_method_types'] as readonly string[] } // every intent has the member
    })
    this.#groups.push(group)
    return group
  }

  confirmPayment(options: ConfirmArguments): Promise<IntentResult> {
    return confirmWithElements('confirmPayment', PAYMENT, this.#credentials, options)
  }

  confirmSetup(options: ConfirmArguments): Promise<IntentResult> {
    return confirmWithElements('confirmSetup', SETUP, this.#credentials, options)
  }

  confirmCardPayment(clientSecret: string, data?: Options, options?: Options): Promise<IntentResult> {
    return this.#confirm('confirmCardPayment', 'card', clientSecret, data, options)
  }

  confirmCardSetup(clientSecret: string, data?: Options, options?: Options): Promise<IntentResult> {
    return this.#confirm('confirmCardSetup', 'card', clientSecret, data, options)
  }

  confirmSepaDebitPayment(clientSecret: string, data?: Options): Promise<IntentResult> {
    return this.#confirm('confirmSepaDebitPayment', 'sepa_debit', clientSecret, data)
  }

  confirmSepaDebitSetup(clientSecret: string, data?: Options): Promise<IntentResult> {
    return this.#confirm('confirmSepaDebitSetup', 'sepa_debit', clientSecret, data)
  }

  confirmUsBankAccountPayment(clientSecret: string, data?: Options): Promise<IntentResult> {
    return this.#confirm('confirmUsBankAccountPayment', 'us_bank_account', clientSecret, data)
  }

  confirmUsBankAccountSetup(clientSecret: string, data?: Options): Promise<IntentResult> {
    return this.#confirm('confirmUsBankAccountSetup', 'us_bank_account', clientSecret, data)
  }

  confirmAcssDebitPayment(clientSecret: string, data?: Options): Promise<IntentResult> {
    return this.#confirm('confirmAcssDebitPayment', 'acss_debit', clientSecret, data)
  }

  confirmAcssDebitSetup(clientSecret: string, data?: Options): Promise<IntentResult> {
    return this.#confirm('confirmAcssDebitSetup', 'acss_debit', clientSecret, data)
  }

  confirmAuBecsDebitPayment(clientSecret: string, data?: Options): Promise<IntentResult> {
    return this.#confirm('confirmAuBecsDebitPayment', 'au_becs_debit', clientSecret, data)
  }

  confirmAuBecsDebitSetup(clientSecret: string, data?: Options): Promise<IntentResult> {
    return this.#confirm('confirmAuBecsDebitSetup', 'au_becs_debit', clientSecret, data)
  }

  confirmBacsDebitSetup(clientSecret: string, data?: Options): Promise<IntentResult> {
    return this.#confirm('confirmBacsDebitSetup', 'bacs_debit', clientSecret, data)
  }

  retrievePaymentIntent(clientSecret: string): Promise<IntentResult> {
    checkClientSecret('stripe.retrievePaymentIntent', clientSecret, PAYMENT)
    return this.#retrieve(PAYMENT, clientSecret)
  }

  retrieveSetupIntent(clientSecret: string): Promise<IntentResult> {
    checkClientSecret('stripe.retrieveSetupIntent', clientSecret, SETUP)
    return this.#retrieve(SETUP, clientSecret)
  }

  handleNextAction({ clientSecret, hashedValue }: Options): Promise<IntentResult> {
    if (hashedValue !== undefined) throw notBuilt('stripe.handleNextAction() with a hashed value')
    checkClientSecret('stripe.handleNextAction()', clientSecret)
    return this.#handleAction('handleNextAction', clientSecret)
  }

  handleCardAction(clientSecret: string): Promise<IntentResult> {
    checkClientSecret('stripe.handleCardAction()', clientSecret, PAYMENT)
    return this.#handleAction('handleCardAction', clientSecret)
  }

  handleCardPayment(clientSecret: string, ...rest: readonly (Element | Options)[]): Promise<IntentResult> {
    return this.#confirmOld('handleCardPayment', clientSecret, rest)
  }

  handleCardSetup(clientSecret: string, ...rest: readonly (Element | Options)[]): Promise<IntentResult> {
    return this.#confirmOld('handleCardSetup', clientSecret, rest)
  }

  /** Makes a payment method of an element, of a group, or of parameters that need no element. */
  async createPaymentMethod(
    first: string | Options,
    second?: Element | Options,
    third: Options = {},
  ): Promise<{ readonly paymentMethod: ApiObject } | { readonly error: StripeError }> {
    // The older form: createPaymentMethod('card', element, { billing_details }).
    if (typeof first === 'string') {
      const source = second instanceof Element ? { [first]: second } : (second ?? {})
      return this.createPaymentMethod({ type: first, ...source, ...third })
    }
    const result = await this.#makePaymentMethod(first)
    return 'error' in result ? { error: result.error } : { paymentMethod: result.object }
  }

  /** Makes a token of what the person has entered, with which a page's server confirms an intent. */
  async createConfirmationToken(
    options: Options,
  ): Promise<{ readonly confirmationToken: ApiObject } | { readonly error: StripeError }> {
    const { elements, element, params } = options
    const group = elements instanceof Elements ? elements : undefined
    const source = group?.paymentElement ?? element
    if (!(source instanceof Element)) {
      throw new IntegrationError(
        'stripe.createConfirmationToken(): You must provide elements, an Elements instance with a mounted Payment Element, or element.',
      )
    }
    if (group?.isDeferred === true && !group.isSubmitted) {
      throw new IntegrationError(
        'elements.submit() must be called before stripe.createConfirmationToken(). Call elements.submit() as soon as your customer presses pay, prior to any asynchronous work.',
      )
    }
    const details = group === undefined ? { billing: {}, shipping: undefined } : await group.details()
    if ('error' in details) return details
    const usage = group?.options['setupFutureUsage'] ?? group?.options['setup_future_usage']
    const { payment_method_data: data, ...rest } = optionsOf(params)
    const { billing_details: billing, ...more } = optionsOf(data)
    const parameters = {
      ...(details.shipping === undefined ? {} : { shipping: details.shipping }),
      ...(usage === undefined ? {} : { setup_future_usage: usage }),
      ...rest,
      payment_method_data: { ...more, billing_details: { ...details.billing, ...optionsOf(billing) } },
    }
    const created = await source.collectObject('confirmationToken', parameters, this.#siblingsOf(source))
    return 'error' in created ? created : { confirmationToken: created.object }
  }

  /** Makes a token of a card, or of a bank account. */
  async createToken(
    source: Element | string,
    data: Options = {},
  ): Promise<{ readonly token: ApiObject } | { readonly error: StripeError }> {
    if (source instanceof Element) {
      if (!['card', 'cardNumber'].includes(source.elementType)) {
        throw notBuilt(`stripe.createToken() of the ${source.elementType} Element`)
      }
      const { currency, ...card } = data
      const created = await source.collectObject(
        'token',
        { ...card, ...(currency === undefined ? {} : { currency }) },
        this.#siblingsOf(source),
      )
      return 'error' in created ? created : { token: created.object }
    }
    if (source !== 'bank_account') throw notBuilt(`stripe.createToken('${source}')`)
    const answer = await request(SERVED_API, this.#credentials, 'POST', '/v1/tokens', { bank_account: data })
    return 'error' in answer ? answer : { token: answer.object }
  }

  /** Goes to the page of a Checkout session. Resolves only with an error. */
  async redirectToCheckout({ sessionId, ...rest }: Options): Promise<{ readonly error: StripeError }> {
    if (typeof sessionId !== 'string') {
      if ('lineItems' in rest || 'items' in rest) throw notBuilt('stripe.redirectToCheckout() with line items')
      throw new IntegrationError('stripe.redirectToCheckout: You must provide a sessionId.')
    }
    const answer = await request(
      SERVED_API,
      this.#credentials,
      'GET',
      `/v1/payment_pages/${encodeURIComponent(sessionId)}`,
    )
    if ('error' in answer) return { error: answer.error }
    const url = answer.object['url']
    if (typeof url !== 'string') {
      return {
        error: {
          type: 'invalid_request_error',
          message: 'This Checkout Session has no page: its ui_mode is not hosted, or it is no longer open.',
        },
      }
    }
    return leaveFor(url)
  }

  initEmbeddedCheckout(options: CheckoutOptions): Promise<EmbeddedCheckout> {
    return embedCheckout(options)
  }

  /** The name of `initEmbeddedCheckout` since the release endive. */
  createEmbeddedCheckoutPage(options: CheckoutOptions): Promise<EmbeddedCheckout> {
    return embedCheckout(options)
  }

  /**
   * Begins a Checkout whose form the page builds. With `fetchClientSecret`, as in the release basil, it resolves to an
   * object that has the actions itself.
   */
  initCheckout(options: CheckoutOptions): CustomCheckout | Promise<object> {
    const checkout = new CustomCheckout(this.#credentials, options)
    if (typeof options['fetchClientSecret'] !== 'function') return checkout
    return checkout.loadActions().then((loaded) => {
      if (loaded.type === 'error') throw new Error(loaded.error.message)
      return Object.assign(checkout, loaded.actions, { session: undefined }, { session: loaded.actions.getSession })
    })
  }

  /** The name of `initCheckout` since the release endive. */
  initCheckoutElementsSdk(options: CheckoutOptions): CustomCheckout {
    return new CustomCheckout(this.#credentials, options)
  }

  /** Returns a request for a wallet. No wallet exists here, as in most browsers that tests run in. */
  paymentRequest(): object {
    const paymentRequest: Record<string, unknown> = {
      canMakePayment: () => Promise.resolve(null),
      on: () => paymentRequest,
      off: () => paymentRequest,
      update: () => {},
      abort: () => {},
      isShowing: () => false,
      show: () => {
        throw new IntegrationError('paymentRequest.show(): no wallet is available; canMakePayment() resolved to null.')
      },
    }
    return paymentRequest
  }

  async #retrieve(kind: IntentKind, clientSecret: string): Promise<IntentResult> {
    return resultOf(kind, await retrieveIntent(this.#credentials, clientSecret))
  }

  #confirm(name: string, type: string, clientSecret: string, data?: Options, options?: Options): Promise<IntentResult> {
    checkClientSecret(`stripe.${name} intent secret`, clientSecret, name.endsWith('Setup') ? SETUP : PAYMENT)
    return confirmWithMethod(name, type, this.#credentials, this.#groups, clientSecret, data, options)
  }

  /** The forms of confirmation before 2019: the element, then the parameters. */
  #confirmOld(name: string, clientSecret: string, rest: readonly (Element | Options)[]): Promise<IntentResult> {
    const element = rest.find((each) => each instanceof Element)
    const data = rest.find((each): each is Options => !(each instanceof Element)) ?? {}
    const { payment_method_data: method, ...more } = data
    const payment = element === undefined ? {} : { payment_method: { card: element, ...optionsOf(method) } }
    return this.#confirm(name, 'card', clientSecret, { ...more, ...payment })
  }

  async #handleAction(name: string, clientSecret: string): Promise<IntentResult> {
    const kind = kindOf(clientSecret)
    const answer = await retrieveIntent(this.#credentials, clientSecret)
    if ('error' in answer) return answer
    const intent = answer.object
    if (intent['status'] !== 'requires_action') {
      const of = kind === SETUP ? 'SetupIntent' : 'PaymentIntent'
      return {
        error: {
          type: 'invalid_request_error',
          code: `${kind.errorMember}_unexpected_state`,
          message: `${name}: The ${of} supplied is not in the requires_action state.`,
          [kind.errorMember]: intent,
        },
      }
    }
    return resultOf(kind, await proceed(this.#credentials, clientSecret, intent))
  }

  async #makePaymentMethod(
    options: Options,
  ): Promise<{ readonly object: ApiObject } | { readonly error: StripeError }> {
    const { elements, element, params } = options
    const group = elements instanceof Elements ? elements : undefined
    const source = group?.paymentElement ?? element ?? options[String(options['type'])]
    if (source instanceof Element) {
      const { type: _type, elements: _elements, element: _element, params: _params, card: _card, ...rest } = options
      const details = group === undefined ? { billing: {} } : await group.details()
      if ('error' in details) return details
      const named: Options = { ...rest, ...optionsOf(params) }
      const billing = { ...details.billing, ...optionsOf(named['billing_details']) }
      return source.collectObject('paymentMethod', { ...named, billing_details: billing }, this.#siblingsOf(source))
    }
    if (options['type'] === 'card') {
      throw new IntegrationError(
        'Invalid value for createPaymentMethod: card should be an element or an object with a token. Raw card data is not accepted in the page.',
      )
    }
    return request(SERVED_API, this.#credentials, 'POST', '/v1/payment_methods', options)
  }

  #siblingsOf(element: Element): readonly string[] {
    return this.#groups.find((each) => each.has(element))?.siblingsOf(element) ?? []
  }
}
