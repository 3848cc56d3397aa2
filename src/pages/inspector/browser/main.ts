import type { InspectionEvent } from '#core/inspection/inspection.ts'
import { CallList, type Listed } from './call-list.ts'
import { callView } from './call-view.ts'
import { button, el, fill, timeOf, toast } from './dom.ts'
import { actOn, clockPanel, deliveryView, failurePanel, faultsPanel, seedPanel, webhooksPanel } from './panels.ts'
import { openSource, type Named, type Source } from './source.ts'
import { StatePanel } from './state-panel.ts'

const TABS = ['Failure', 'Calls', 'State', 'Webhooks', 'Clock', 'Faults', 'Seed'] as const
type Tab = (typeof TABS)[number]

/** The page: its tabs, the panel of one of them, and the details of what is chosen in it. */
class Page {
  readonly #source: Source
  readonly #tabs: readonly Tab[]
  readonly #nav = el('nav', { role: 'tablist' })
  readonly #main = el('main')
  readonly #detail = el('aside', { class: 'detail', hidden: true, 'aria-label': 'Details' })
  readonly #clock = el('span', { class: 'soft' })
  readonly #choice = el('select', { 'aria-label': 'Service', input: () => this.#refresh() })
  readonly #calls: CallList
  readonly #state: StatePanel
  #instances: readonly Named[] = []
  #tab: Tab
  #live = false
  #shortcuts: Readonly<Record<string, string>> = {}

  constructor(source: Source) {
    this.#source = source
    this.#tabs = TABS.filter((tab) => (source.report === null ? tab !== 'Failure' : tab !== 'Seed'))
    this.#tab = this.#tabs[0] ?? 'Calls'
    this.#calls = new CallList(source, (call) => void this.#openCall(call))
    this.#state = new StatePanel(source, (content) => this.#open(content))
    document.body.append(el('header', {}, el('h1', {}, 'backlot'), this.#nav, this.#choice, this.#clock), this.#main)
    document.addEventListener('keydown', (event) => this.#key(event))
  }

  async begin(): Promise<void> {
    await this.#list()
    await this.#refresh()
    this.#source.follow(
      (event) => void this.#hear(event),
      (is) => this.#connected(is),
    )
    this.#calls.focus()
  }

  async #list(): Promise<void> {
    const chosen = this.#choice.value
    this.#instances = await this.#source.instances()
    fill(
      this.#choice,
      this.#instances.map(({ key, service }) => el('option', { value: key }, service)),
    )
    if (this.#instances.some(({ key }) => key === chosen)) this.#choice.value = chosen
    this.#calls.name(this.#instances)
  }

  async #hear(event: InspectionEvent): Promise<void> {
    if (!this.#instances.some(({ key }) => key === event.key)) await this.#list()
    this.#calls.add(event)
    if (event.key === this.#choice.value) this.#tick(event.now)
    if (event.key === this.#choice.value && (this.#tab === 'Webhooks' || this.#tab === 'Clock')) await this.#refresh()
  }

  #connected(is: boolean): void {
    this.#live = is
    if (!is) this.#clock.textContent = 'not connected'
  }

  #tick(now: number): void {
    this.#clock.textContent = `${timeOf(now).slice(0, 19)} UTC${this.#live ? ' · live' : ''}`
  }

  async #refresh(): Promise<void> {
    fill(
      this.#nav,
      this.#tabs.map((tab, index) =>
        button(tab, () => this.#go(tab), {
          role: 'tab',
          'aria-selected': String(tab === this.#tab),
          title: String(index + 1),
        }),
      ),
    )
    try {
      const panel = await this.#panel()
      fill(this.#main, panel, this.#detail)
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error))
    }
  }

  async #panel(): Promise<HTMLElement> {
    const { report } = this.#source
    // The calls of all instances are in one list, which has a choice of its own.
    this.#choice.hidden = this.#tab === 'Failure' || this.#tab === 'Calls' || this.#instances.length < 2
    if (this.#tab === 'Failure' && report !== null) {
      return failurePanel(report.test, report.failure, (service, id) => {
        const key = this.#instances.find((each) => each.service === service)?.key
        if (key !== undefined) void this.#openCall({ key, id })
      })
    }
    if (this.#tab === 'Calls') return this.#calls.element
    const key = this.#choice.value
    const instance = await this.#source.instance(key)
    this.#tick(instance.now)
    const act = actOn(this.#source, key, () => this.#refresh())
    switch (this.#tab) {
      case 'Webhooks':
        return webhooksPanel(instance, (delivery) => this.#open(deliveryView(delivery, act)))
      case 'Clock':
        return clockPanel(instance, act)
      case 'Faults':
        return faultsPanel(instance, act)
      case 'Seed':
        return seedPanel(instance, act, this.#source, this.#instances)
      default:
        await this.#state.show(instance)
        return this.#state.element
    }
  }

  #go(tab: Tab): void {
    this.#tab = tab
    this.#close()
    void this.#refresh()
  }

  async #openCall({ key, id }: Pick<Listed, 'key' | 'id'>): Promise<void> {
    const instance = this.#instances.find((each) => each.key === key)
    if (instance === undefined) return
    try {
      const call = await this.#source.call(key, id)
      this.#open(callView(this.#source, instance, call, (delivery) => void this.#openDelivery(key, delivery)))
    } catch (error) {
      this.#open(el('p', { class: 'reason' }, error instanceof Error ? error.message : String(error)))
    }
    this.#shortcuts = { c: 'Copy as curl', t: 'Copy as test' }
  }

  async #openDelivery(key: string, id: number): Promise<void> {
    const { deliveries } = await this.#source.instance(key)
    const found = deliveries.find((each) => each.id === id)
    if (found !== undefined)
      this.#open(
        deliveryView(
          found,
          actOn(this.#source, key, () => this.#refresh()),
        ),
      )
  }

  #open(content: HTMLElement): void {
    this.#shortcuts = {}
    fill(
      this.#detail,
      button('← Back', () => this.#close(), { class: 'back' }),
      content,
    )
    this.#detail.hidden = false
    this.#detail.scrollTop = 0
  }

  #close(): void {
    this.#detail.hidden = true
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.#close()
      return
    }
    const { target } = event
    const types = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    if (types || event.ctrlKey || event.metaKey || event.altKey) return
    const tab = this.#tabs[Number(event.key) - 1]
    if (tab !== undefined) this.#go(tab)
    else if (event.key === '/' && this.#tab === 'Calls') this.#calls.focusSearch()
    else if (this.#shortcuts[event.key] !== undefined && !this.#detail.hidden)
      this.#press(this.#shortcuts[event.key] ?? '')
    else return
    event.preventDefault()
  }

  #press(label: string): void {
    for (const each of this.#detail.querySelectorAll('button')) if (each.textContent === label) each.click()
  }
}

void openSource().then((source) => new Page(source).begin())
