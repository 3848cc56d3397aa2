import type { InspectedDelivery, InspectedInstance } from '#core/inspection/inspection.ts'
import { bodyView } from './body-view.ts'
import { messageView } from './call-view.ts'
import { button, copy, el, save, timeOf, toast } from './dom.ts'
import type { Source } from './source.ts'

/** Sends a command to an instance, and shows its failure or what has changed. */
export type Act = (method: string, path: string, body: object, done: string) => Promise<void>

/** Returns the deliveries of an instance. */
export function webhooksPanel(instance: InspectedInstance, open: (delivery: InspectedDelivery) => void): HTMLElement {
  const { deliveries } = instance
  if (deliveries.length === 0) return el('div', { class: 'panel' }, el('p', { class: 'empty' }, 'No webhook was sent.'))
  return el(
    'div',
    { class: 'panel' },
    el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ['id', 'event', 'state', 'answer', 'to', 'at'].map((name) => el('th', {}, name)),
        ),
      ),
      el(
        'tbody',
        {},
        deliveries.map((each) =>
          el(
            'tr',
            {},
            el(
              'td',
              {},
              button(String(each.id), () => open(each)),
            ),
            el('td', {}, each.redelivery ? `${each.event} (again)` : each.event),
            el(
              'td',
              { class: each.state === 'failed' || each.state === 'refused' ? 'status bad' : 'status' },
              each.state,
            ),
            el('td', {}, each.response?.status ?? each.error ?? ''),
            el('td', { title: each.url }, each.url),
            el('td', { class: 'soft' }, timeOf(each.createdAt)),
          ),
        ),
      ),
    ),
  )
}

/** Returns one delivery with its payload and the receiver's answer. `act` is null in a report. */
export function deliveryView(delivery: InspectedDelivery, act: Act | null): HTMLElement {
  const { id, event, url, state, request, response, error, durationMs } = delivery
  return el(
    'article',
    {},
    el('h2', {}, `${event} to ${url}`),
    error !== null && el('p', { class: 'reason' }, error),
    act !== null &&
      el(
        'div',
        { class: 'actions' },
        button('Send again', () => act('POST', 'webhooks/redeliver', { id }, 'sent again')),
      ),
    el(
      'dl',
      {},
      el('dt', {}, 'state'),
      el('dd', {}, state),
      el('dt', {}, 'duration'),
      el('dd', {}, durationMs === null ? '' : `${durationMs.toFixed(1)} ms`),
    ),
    el('h3', {}, 'Request'),
    messageView({ ...request, truncated: false }),
    response !== null && [el('h3', {}, `Answer ${response.status}`), messageView(response)],
  )
}

/** Returns the clock and the timers that wait. */
export function clockPanel(instance: InspectedInstance, act: Act | null): HTMLElement {
  const { waiting } = instance
  return el(
    'div',
    { class: 'panel' },
    clockSection(instance, act),
    timerSection(instance, act),
    waiting.length > 0 &&
      el(
        'section',
        {},
        el('h2', {}, 'Waits of the test'),
        waiting.map((each) => el('p', {}, each)),
      ),
  )
}

function clockSection({ now, frozen }: InspectedInstance, act: Act | null): HTMLElement {
  const heading = [
    el('h2', {}, timeOf(now)),
    el('p', { class: 'soft' }, frozen ? 'The clock stands still.' : 'The clock runs.'),
  ]
  if (act === null) return el('section', {}, heading)
  const span = el('input', { value: '1h', 'aria-label': 'Span of time', size: 8 })
  const toggle = frozen
    ? button('Let it run', () => act('POST', 'clock/resume', {}, 'the clock runs'))
    : button('Stop it', () => act('POST', 'clock/freeze', {}, 'the clock stands still'))
  const advance = button('Advance', () => act('POST', 'clock/advance', { by: span.value }, 'advanced'))
  return el('section', {}, heading, el('div', { class: 'actions' }, span, advance, toggle))
}

function timerSection({ timers }: InspectedInstance, act: Act | null): HTMLElement {
  const heading = el('h2', {}, 'Timers')
  if (timers.length === 0) return el('section', {}, heading, el('p', { class: 'soft' }, 'No timer waits.'))
  const rows = timers
    .toSorted((left, right) => left.due - right.due)
    .map(({ name, due, payload }) =>
      el(
        'tr',
        {},
        el('td', {}, name),
        el('td', {}, timeOf(due)),
        act !== null &&
          el(
            'td',
            {},
            button('Go to this moment', () => act('POST', 'clock/set', { to: due }, 'the clock was moved')),
          ),
        el('td', { class: 'mono' }, JSON.stringify(payload)),
      ),
    )
  return el('section', {}, heading, el('table', {}, el('tbody', {}, rows)))
}

/** Returns the armed faults, and the form to arm one. */
export function faultsPanel({ faults, operations }: InspectedInstance, act: Act | null): HTMLElement {
  return el(
    'div',
    { class: 'panel' },
    act !== null && el('section', {}, el('h2', {}, 'Arm a fault'), faultForm(operations, act)),
    el(
      'section',
      {},
      el('h2', {}, 'Armed'),
      faults.length === 0
        ? el('p', { class: 'soft' }, 'No fault is armed.')
        : faults.map((fault) =>
            el(
              'div',
              {},
              bodyView(JSON.stringify(fault), 'application/json'),
              act !== null && button('Disarm', () => act('DELETE', 'faults', { id: fault.id }, 'disarmed')),
            ),
          ),
    ),
  )
}

function faultForm(operations: readonly string[], act: Act): HTMLElement {
  const operation = el('input', { list: 'operations', placeholder: 'operation (any)', 'aria-label': 'Operation' })
  const status = el('input', { type: 'number', value: '503', min: 100, max: 599, 'aria-label': 'Status' })
  const times = el('input', { type: 'number', min: 1, placeholder: 'times', 'aria-label': 'Times' })
  const delay = el('input', { placeholder: 'delay: 2s', 'aria-label': 'Delay', size: 8 })
  const arm = (): Promise<void> =>
    act(
      'POST',
      'faults',
      {
        ...(operation.value === '' ? {} : { operation: operation.value }),
        ...(status.value === '' ? {} : { status: Number(status.value) }),
        ...(times.value === '' ? {} : { times: Number(times.value) }),
        ...(delay.value === '' ? {} : { delay: delay.value }),
      },
      'armed',
    )
  return el(
    'div',
    { class: 'actions' },
    operation,
    el(
      'datalist',
      { id: 'operations' },
      operations.map((each) => el('option', { value: each })),
    ),
    status,
    times,
    delay,
    button('Arm', arm),
  )
}

/** Returns the address of an instance, its state as a seed, and its reset. `all` are the instances of the page. */
export function seedPanel(
  instance: InspectedInstance,
  act: Act | null,
  source: Source,
  all: readonly { readonly key: string }[],
): HTMLElement {
  const keys = all.map(({ key }) => key)
  return el(
    'div',
    { class: 'panel' },
    el(
      'section',
      {},
      el('h2', {}, instance.title),
      el('p', {}, el('code', {}, instance.url)),
      act !== null &&
        el(
          'div',
          { class: 'actions' },
          button('Reset to the seed', () => act('POST', 'reset', {}, 'reset')),
        ),
    ),
    instance.collections.length > 0 && stateSection(instance, source, keys),
  )
}

/** The note beside the button that copies the state. */
const STATE_NOTE =
  'An instance that begins with it answers as this one does now: rows, ids, tokens, clock and timers. It is for tests: ' +
  'it has the tokens and passwords as they are.'

function stateSection({ key, service }: InspectedInstance, source: Source, all: readonly string[]): HTMLElement {
  const withSeed = async (keys: readonly string[], use: (seed: string) => unknown): Promise<void> => {
    try {
      await use(await seedOf(source, keys))
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error))
    }
  }
  const copyAll = (): Promise<void> => withSeed(all, (seed) => copy(seed, 'seed of all services'))
  return el(
    'section',
    {},
    el('h2', {}, 'The state as a seed'),
    el('p', { class: 'soft' }, STATE_NOTE),
    el(
      'div',
      { class: 'actions' },
      button('Copy as seed', () => withSeed([key], (seed) => copy(seed, 'seed'))),
      button('Download', () => withSeed([key], (seed) => save(seed, `${service}.seed.json`))),
      all.length > 1 && button('Copy all services', copyAll),
    ),
  )
}

/** Returns the states of instances as the text of a seed. One that has none, such as an application, is left out. */
async function seedOf(source: Source, keys: readonly string[]): Promise<string> {
  const found = await Promise.allSettled(keys.map((key) => source.seed(key)))
  const sections = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const [failed] = found.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : [])) // of the source
  if (failed !== undefined && sections.length === 0) throw failed
  if (failed !== undefined) toast(failed.message)
  return `${JSON.stringify(Object.assign({}, ...sections), null, 1)}\n`
}

/**
 * Returns the failure that a report is about. A call that its message names, such as one that is nearest to what was
 * expected, is a button for `open`.
 */
export function failurePanel(
  test: string,
  failure: string,
  open: (service: string, call: number) => void,
): HTMLElement {
  let service = ''
  const lines = failure.split('\n').map((line) => {
    service = /(\S+) received /.exec(line)?.[1] ?? service
    const [, before, id, after] = NAMED_CALL.exec(line) ?? []
    if (id === undefined || service === '') return [line, '\n']
    const called = service
    return [before, button(`#${id}`, () => open(called, Number(id)), { title: 'the call' }), after, '\n']
  })
  return el('div', { class: 'panel' }, el('section', {}, el('h2', {}, test), el('pre', {}, lines)))
}

/** A line of an assertion's message that names a call: `  nearest: #2 POST /notes 201 notes/create`. */
const NAMED_CALL = /^(\s+(?:nearest|instead|matches|it came before|before|after ): )#(\d+)( .*)$/

/** Makes the function that sends commands to an instance. */
export function actOn(source: Source, key: string, refresh: () => Promise<void>): Act | null {
  if (source.report !== null) return null
  return async (method, path, body, done) => {
    try {
      await source.send(key, method, path, body)
      toast(done)
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error))
    }
    await refresh()
  }
}
