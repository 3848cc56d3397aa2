import { DEBIT_KIND_NAMES } from '../schema/debit-kinds.ts'
import { METHOD_KIND_NAMES } from '../schema/method-kinds.ts'
import { request, type ApiObject, type Credentials, type StripeError } from './api.ts'
import { Element } from './element.ts'
import { IntegrationError, notBuilt } from './integration-error.ts'
import { optionsOf, withoutFunctions, type Options, type SavedMethods } from './messages.ts'

/** The types of elements that backlot has. */
const TYPES: readonly string[] = [
  'payment',
  'card',
  'cardNumber',
  'cardExpiry',
  'cardCvc',
  'iban',
  'address',
  'shippingAddress',
  'linkAuthentication',
  'contactDetails',
  'expressCheckout',
  'paymentRequestButton',
]

/** The types of payment methods that a payment element can show, in its order. */
const PAYABLE: readonly string[] = [
  'card',
  'us_bank_account',
  'sepa_debit',
  ...DEBIT_KIND_NAMES,
  'link',
  ...METHOD_KIND_NAMES,
]

const CARD_PARTS: readonly string[] = ['cardNumber', 'cardExpiry', 'cardCvc']

/** The answer of `GET /v1/elements/customer_session`. */
interface SavedAnswer {
  readonly payment_methods: readonly ApiObject[]
  readonly features: Options
}

/** Finds the types of payment methods that a group offers; the client secret is that of its intent, if it has one. */
export type FindTypes = (
  clientSecret: string | undefined,
) => Promise<{ readonly types: readonly string[] } | { readonly error: StripeError }>

/** A group of elements: one form. https://docs.stripe.com/js/elements_object */
export class Elements {
  readonly #credentials: Credentials
  readonly #findTypes: FindTypes
  #options: Options
  #elements: Element[] = []
  #submitted = false
  #types: ReturnType<FindTypes> | undefined
  readonly #updated: (() => void)[] = []

  constructor(credentials: Credentials, options: Options, findTypes: FindTypes) {
    this.#credentials = credentials
    this.#findTypes = findTypes
    this.#options = options
    if (options['clientSecret'] !== undefined && options['mode'] !== undefined) {
      throw new IntegrationError('You cannot pass both `clientSecret` and `mode` to stripe.elements().')
    }
    if (options['clientSecret'] !== undefined && !isClientSecret(options['clientSecret'])) {
      throw new IntegrationError(
        `Invalid value for elements(): clientSecret should be a client secret of the form \${id}_secret_\${secret}. You specified: ${JSON.stringify(options['clientSecret'])}.`,
      )
    }
  }

  get options(): Options {
    return this.#options
  }

  /** The client secret of the group's intent; undefined in the deferred mode. */
  get clientSecret(): string | undefined {
    const secret = this.#options['clientSecret']
    return typeof secret === 'string' ? secret : undefined
  }

  /** True when the group was made without an intent. */
  get isDeferred(): boolean {
    return this.#options['mode'] !== undefined
  }

  /** True after a successful `submit`, until the group is changed. */
  get isSubmitted(): boolean {
    return this.#submitted
  }

  /**
   * Makes an element.
   *
   * @throws IntegrationError for a type that backlot does not have, and for a second element of a type.
   */
  create(type: string, options: Options = {}): Element {
    if (!TYPES.includes(type)) throw notBuilt(`elements.create('${type}')`)
    if (type === 'payment' && this.clientSecret === undefined && !this.isDeferred) {
      throw new IntegrationError(
        'In order to create a payment element, you must pass a clientSecret or mode when creating the Elements group: stripe.elements({clientSecret}) or stripe.elements({mode, amount, currency}).',
      )
    }
    if (type === 'address' && options['mode'] !== 'shipping' && options['mode'] !== 'billing') {
      throw new IntegrationError(
        "Invalid value for elements.create('address'): mode should be 'shipping' or 'billing'.",
      )
    }
    if (this.#find(type, options['mode']) !== undefined) {
      throw new IntegrationError(`Can only create one Element of type ${type} through the same Elements instance.`)
    }
    const element = new Element(
      type,
      {
        credentials: this.#credentials,
        groupOptions: () => this.#options,
        paymentMethodTypes: () => this.#paymentMethodTypes(),
        saved: () => this.#saved(),
        removed: (gone) => {
          this.#elements = this.#elements.filter((each) => each !== gone)
        },
      },
      options,
    )
    this.#elements.push(element)
    return element
  }

  getElement(type: string | { readonly __elementType?: string }, options: Options = {}): Element | null {
    // React components of @stripe/react-stripe-js name their type.
    const name = typeof type === 'string' ? type : type['__elementType']
    return name === undefined ? null : (this.#find(name, options['mode'], true) ?? null)
  }

  async update(options: Options = {}): Promise<void> {
    this.#options = { ...this.#options, ...options }
    this.#submitted = false
    if ('clientSecret' in options || 'paymentMethodTypes' in options) this.#types = undefined
    const offered = await this.#paymentMethodTypes()
    const types = 'types' in offered ? offered.types : []
    for (const element of this.#elements) {
      element.send({
        kind: 'updateGroup',
        group: withoutFunctions(options),
        paymentMethodTypes: types,
      })
    }
    for (const handler of this.#updated) handler()
  }

  on(type: string, handler: () => void): void {
    if (type === 'update-end') this.#updated.push(handler)
  }

  /** Reads the intent again, after the page's server has changed it. */
  async fetchUpdates(): Promise<{ readonly error?: StripeError }> {
    this.#types = undefined
    const offered = await this.#paymentMethodTypes()
    if ('error' in offered) return { error: offered.error }
    for (const element of this.#elements) {
      element.send({ kind: 'updateGroup', group: {}, paymentMethodTypes: offered.types })
    }
    return {}
  }

  /** Checks every field, and shows what is missing. */
  async submit(): Promise<{ readonly error: StripeError } | { readonly selectedPaymentMethod: string }> {
    let selected = 'card'
    for (const element of this.#shown) {
      const result = await element.collect('validate')
      if ('error' in result) return { error: result.error }
      if (element.elementType === 'payment') selected = String(result.value)
    }
    this.#submitted = true
    return { selectedPaymentMethod: selected }
  }

  /** The mounted elements that have fields. */
  get #shown(): readonly Element[] {
    return this.#elements.filter((each) => each.frameName !== undefined && !CARD_PARTS.includes(each.elementType))
  }

  /**
   * Finds the element of the group that has the payment method: the payment element, the card, or the card's number.
   */
  get paymentElement(): Element | undefined {
    return ['payment', 'card', 'cardNumber', 'iban'].map((type) => this.#find(type)).find((each) => each !== undefined)
  }

  /** The names of the frames that have the other parts of a card, for the frame of its number. */
  siblingsOf(element: Element): readonly string[] {
    if (!CARD_PARTS.includes(element.elementType)) return []
    return this.#elements
      .filter((each) => each !== element && CARD_PARTS.includes(each.elementType))
      .flatMap(({ frameName }) => frameName ?? [])
  }

  /** Returns true for an element of this group. */
  has(element: Element): boolean {
    return this.#elements.includes(element)
  }

  /**
   * Collects what the other elements of the group know: the billing details from a billing address and an e-mail
   * element, and the shipping address.
   */
  async details(): Promise<
    { readonly error: StripeError } | { readonly billing: Options; readonly shipping: Options | undefined }
  > {
    const billing: Record<string, unknown> = {}
    let shipping: Options | undefined
    for (const element of this.#shown) {
      if (!['address', 'shippingAddress', 'linkAuthentication', 'contactDetails'].includes(element.elementType))
        continue
      const result = await element.collect('value')
      if ('error' in result) return { error: result.error }
      const value = optionsOf(result.value)
      if (element.elementType === 'shippingAddress' || element.options['mode'] === 'shipping')
        shipping = nameAndAddress(value)
      else if (element.options['mode'] === 'billing') Object.assign(billing, nameAndAddress(value))
      else billing['email'] = value['email']
    }
    return { billing, shipping }
  }

  #find(type: string, mode?: unknown, anyMode = false): Element | undefined {
    return this.#elements.find(
      (each) =>
        each.elementType === type &&
        (type !== 'address' || (anyMode && mode === undefined) || each.options['mode'] === mode),
    )
  }

  /** Reads the saved payment methods of the customer session. */
  async #saved(): Promise<SavedMethods | null> {
    const secret = this.#options['customerSessionClientSecret']
    if (typeof secret !== 'string') return null
    const answer = await request(SERVED_API, this.#credentials, 'GET', '/v1/elements/customer_session', {
      client_secret: secret,
    })
    if ('error' in answer) throw new IntegrationError(answer.error.message ?? 'The customer session cannot be read.')
    const { payment_methods: methods, features } = answer.object as unknown as SavedAnswer // the endpoint answers with it
    const usage = features['payment_method_save_usage']
    return {
      clientSecret: secret,
      methods,
      save: features['payment_method_save'] === 'enabled',
      usage: typeof usage === 'string' ? usage : null,
      remove: features['payment_method_remove'] === 'enabled',
    }
  }

  async #paymentMethodTypes(): ReturnType<FindTypes> {
    const types = this.#options['paymentMethodTypes'] ?? this.#options['payment_method_types']
    if (Array.isArray(types)) return { types: payable(types) }
    this.#types ??= this.#findTypes(this.clientSecret)
    const offered = await this.#types
    return 'error' in offered ? offered : { types: payable(offered.types) }
  }
}

/** Returns the types that an element can show, `card` at least. */
function payable(types: readonly unknown[]): readonly string[] {
  const shown = PAYABLE.filter((each) => types.includes(each) && each !== 'link')
  return shown.length === 0 ? ['card'] : shown
}

function nameAndAddress({ name, address, phone }: Options): Options {
  return { name, address, ...(phone === undefined ? {} : { phone }) }
}

/** Returns true for the client secret of an intent. */
export function isClientSecret(value: unknown): value is string {
  return typeof value === 'string' && /^(pi|seti)_[A-Za-z0-9]+_secret_[A-Za-z0-9]+$/.test(value)
}
