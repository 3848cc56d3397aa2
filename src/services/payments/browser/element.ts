import type { ApiObject, Credentials, StripeError } from './api.ts'
import { IntegrationError } from './integration-error.ts'
import {
  withoutFunctions,
  type Collected,
  type CollectedObject,
  type CollectRequest,
  type FrameSetup,
  type FromFrame,
  type Options,
  type SavedMethods,
  type ToFrame,
} from './messages.ts'

/** The titles of the frames, by the type of their element. They are the vendor's: tests find frames by them. */
const TITLES: Readonly<Record<string, string>> = {
  payment: 'Secure payment input frame',
  card: 'Secure card payment input frame',
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
  iban: 'Secure IBAN input frame',
  address: 'Secure address input frame',
  shippingAddress: 'Secure address input frame',
  linkAuthentication: 'Secure email input frame',
  contactDetails: 'Secure email input frame',
}

/** Elements that never show anything here: a browser without wallets shows nothing either. */
const WITHOUT_FRAME: readonly string[] = ['expressCheckout', 'paymentRequestButton']

let frames = 0

/** Returns the next name of a frame; names begin as the vendor's do. */
export function nextFrameName(): string {
  frames++
  return `__privateStripeFrame${frames}`
}

type Handler = (event: Options) => unknown

/** The part of a group that its elements use. */
export interface ElementOwner {
  readonly credentials: Credentials
  readonly groupOptions: () => Options
  /** Resolves to the types of payment methods that the group's intent takes. */
  readonly paymentMethodTypes: () => Promise<{ readonly types: readonly string[] } | { readonly error: StripeError }>
  /** Resolves to the saved payment methods of the group's customer session; null where it has none. */
  readonly saved: () => Promise<SavedMethods | null>
  readonly removed: (element: Element) => void
}

/** One element: a frame of the emulator's origin with real inputs. https://docs.stripe.com/js/element */
export class Element {
  readonly #type: string
  readonly #owner: ElementOwner
  #options: Options
  #handlers: { readonly type: string; readonly handler: Handler; readonly once: boolean }[] = []
  #place: HTMLElement | null = null
  #frame: HTMLIFrameElement | null = null
  #port: MessagePort | null = null
  #destroyed = false
  #collects = 0
  readonly #waiting = new Map<number, (result: Collected) => void>()
  /** Requests that came before the frame was ready. */
  #queue: ToFrame[] = []

  constructor(type: string, owner: ElementOwner, options: Options) {
    this.#type = type
    this.#owner = owner
    this.#options = options
  }

  get elementType(): string {
    return this.#type
  }

  /** The options, with all updates. */
  get options(): Options {
    return this.#options
  }

  /** The name of the frame; undefined while the element is not mounted. */
  get frameName(): string | undefined {
    return this.#frame?.name
  }

  get isMounted(): boolean {
    return this.#place !== null
  }

  /**
   * Shows the element in a place of the page.
   *
   * @throws IntegrationError for a place that the page does not have, and for a destroyed element.
   */
  mount(place: string | HTMLElement): void {
    this.#refuseDestroyed()
    const container = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place
    if (container === null || container === undefined) {
      throw new IntegrationError(
        `The selector you specified (${JSON.stringify(place)}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
      )
    }
    if (container === this.#place) return
    if (this.#place !== null) this.unmount()
    this.#place = container
    container.classList.add('StripeElement', 'StripeElement--empty')
    if (WITHOUT_FRAME.includes(this.#type)) {
      setTimeout(() => this.#fire('ready', { elementType: this.#type, availablePaymentMethods: undefined }))
      return
    }
    this.#fire('loaderstart', { elementType: this.#type })
    void this.#load(container)
  }

  unmount(): void {
    this.#refuseDestroyed()
    this.#place?.classList.remove(
      ...['', '--empty', '--complete', '--focus', '--invalid'].map((each) => `StripeElement${each}`),
    )
    this.#place?.replaceChildren()
    this.#place = null
    this.#frame = null
    this.#port?.close()
    this.#port = null
    this.#queue = []
    for (const settle of this.#waiting.values()) settle({ error: notMounted(this.#type) })
    this.#waiting.clear()
  }

  destroy(): void {
    this.unmount()
    this.#destroyed = true
    this.#owner.removed(this)
  }

  update(options: Options = {}): void {
    this.#refuseDestroyed()
    this.#options = { ...this.#options, ...options }
    this.send({ kind: 'update', options })
  }

  focus(): void {
    this.#frame?.focus()
    this.send({ kind: 'focus' })
  }

  blur(): void {
    this.send({ kind: 'blur' })
  }

  clear(): void {
    this.send({ kind: 'clear' })
  }

  /** Does nothing: a payment element here has one layout, which cannot be collapsed. */
  collapse(): void {
    this.#refuseDestroyed()
  }

  on(type: string, handler: Handler): this {
    return this.#listen(type, handler, false)
  }

  once(type: string, handler: Handler): this {
    return this.#listen(type, handler, true)
  }

  addEventListener(type: string, handler: Handler): this {
    return this.#listen(type, handler, false)
  }

  off(type: string, handler?: Handler): this {
    this.#handlers = this.#handlers.filter(
      (each) => each.type !== type || (handler !== undefined && each.handler !== handler),
    )
    return this
  }

  removeEventListener(type: string, handler?: Handler): this {
    return this.off(type, handler)
  }

  /** Resolves to an address element's value. */
  async getValue(): Promise<unknown> {
    const result = await this.collect('value')
    return 'error' in result
      ? { complete: false, isNewAddress: true, value: {} }
      : { complete: true, isNewAddress: true, value: result.value }
  }

  /** Asks the frame for a result. Resolves to an error when the element is not mounted, or goes away. */
  collect(
    purpose: CollectRequest['purpose'],
    parameters: Options = {},
    siblings: readonly string[] = [],
  ): Promise<Collected> {
    if (this.#frame === null) return Promise.resolve({ error: notMounted(this.#type) })
    const id = ++this.#collects
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.send({ kind: 'collect', id, purpose, parameters, siblings })
    })
  }

  /**
   * Makes an object of the API from the fields. Resolves to an error where `collect` does, and where the API refuses
   * the fields.
   */
  async collectObject(
    purpose: 'paymentMethod' | 'token' | 'confirmationToken',
    parameters: Options,
    siblings: readonly string[] = [],
  ): Promise<CollectedObject> {
    const result = await this.collect(purpose, parameters, siblings)
    if ('error' in result) return result
    const { value, ...usage } = result
    return { ...usage, object: value as ApiObject } // the frame answers these purposes with the object that the API has made
  }

  /** Sends a message to the frame, at the latest when it is ready. */
  send(message: ToFrame): void {
    if (this.#port === null) this.#queue.push(message)
    else this.#port.postMessage(message)
  }

  #refuseDestroyed(): void {
    if (this.#destroyed) {
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.')
    }
  }

  #listen(type: string, handler: Handler, once: boolean): this {
    if (typeof handler !== 'function')
      throw new IntegrationError(`Missing handler for the ${type} event of this Element.`)
    this.#handlers.push({ type, handler, once })
    return this
  }

  #fire(type: string, event: Options): void {
    const called = this.#handlers.filter((each) => each.type === type)
    this.#handlers = this.#handlers.filter((each) => each.type !== type || !each.once)
    for (const { handler } of called) handler(event)
  }

  async #load(place: HTMLElement): Promise<void> {
    const frame = this.#makeFrame()
    this.#frame = frame
    const box = document.createElement('div')
    box.className = '__PrivateStripeElement'
    box.style.cssText =
      'margin:0;padding:0;border:0;display:block;background:transparent;position:relative;opacity:1;clear:both'
    box.append(frame)
    place.replaceChildren(box)
    const [offered, saved] = await Promise.all([
      this.#owner.paymentMethodTypes(),
      this.#type === 'payment' ? this.#owner.saved() : null,
      new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
    ])
    if (this.#frame !== frame) return
    if ('error' in offered) {
      this.#fire('loaderror', { elementType: this.#type, error: offered.error })
      return
    }
    this.#connect(frame, offered.types, saved)
  }

  #makeFrame(): HTMLIFrameElement {
    const frame = document.createElement('iframe')
    frame.name = nextFrameName()
    frame.title = TITLES[this.#type] ?? 'Secure input frame'
    frame.allow = 'payment *'
    // The emulator answers pages of this machine only, which it recognises by the referrer.
    frame.referrerPolicy = 'origin'
    frame.src = `${SERVED_ORIGIN}/v3/elements-inner-${this.#type.toLowerCase()}.html`
    frame.style.cssText =
      'border:0;margin:0;padding:0;width:100%;min-width:100%;display:block;overflow:hidden;height:1.2em;color-scheme:normal'
    return frame
  }

  #connect(frame: HTMLIFrameElement, paymentMethodTypes: readonly string[], saved: SavedMethods | null): void {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.addEventListener('message', (event: MessageEvent<FromFrame>) => this.#receive(frame, event.data))
    port1.start()
    const setup: FrameSetup = {
      kind: 'setup',
      elementType: this.#type,
      options: withoutFunctions(this.#options),
      group: withoutFunctions(this.#owner.groupOptions()),
      credentials: this.#owner.credentials,
      paymentMethodTypes,
      saved,
    }
    frame.contentWindow?.postMessage(setup, SERVED_ORIGIN, [port2])
    for (const message of this.#queue.splice(0)) port1.postMessage(message)
  }

  #receive(frame: HTMLIFrameElement, message: FromFrame): void {
    switch (message.kind) {
      case 'ready':
        this.#fire('ready', { elementType: this.#type })
        return
      case 'height':
        frame.style.height = `${message.height}px`
        return
      case 'change':
        this.#mark(message.event)
        this.#fire('change', message.event)
        return
      case 'focus':
      case 'blur':
        this.#place?.classList.toggle('StripeElement--focus', message.kind === 'focus')
        this.#fire(message.kind, { elementType: this.#type })
        return
      case 'escape':
        this.#fire('escape', { elementType: this.#type })
        return
      case 'collected':
        this.#waiting.get(message.id)?.(message.result)
        this.#waiting.delete(message.id)
    }
  }

  /** Keeps the classes of the place as the vendor's: pages style them. */
  #mark(event: Options): void {
    this.#place?.classList.toggle('StripeElement--empty', event['empty'] === true)
    this.#place?.classList.toggle('StripeElement--complete', event['complete'] === true)
    this.#place?.classList.toggle('StripeElement--invalid', event['error'] !== undefined)
  }
}

function notMounted(type: string): StripeError {
  return {
    type: 'validation_error',
    code: 'element_not_mounted',
    message: `The ${type} Element is not mounted on the page.`,
  }
}
