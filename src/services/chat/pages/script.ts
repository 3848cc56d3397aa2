/**
 * The script of the workspace. It sends what a person does to the commands of `as`, under the control plane of the
 * instance, and shows the workspace again when it has changed. What the person has typed, the options that an app has
 * offered for it, the focus and the scroll positions stay.
 */
export const WORKSPACE_SCRIPT = `
const page = document.getElementById('page')
const problem = document.getElementById('problem')
const root = page.dataset.root
const query = new URLSearchParams(location.search)
const user = page.dataset.user
let version = page.dataset.version

async function post(name, body) {
  const response = await fetch(root + '/_backlot/' + name, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.error || 'status ' + response.status)
  return answer
}
const showProblem = (words) => { problem.textContent = words; problem.hidden = words === '' }

let running = Promise.resolve()
function act(name, body, element) {
  running = running.then(async () => {
    element?.setAttribute('aria-busy', 'true')
    try { showProblem(''); await post('as/' + name, { user, ...body }); await refresh(); return true }
    catch (error) { showProblem(error.message); await refresh(); return false }
    finally { element?.removeAttribute('aria-busy') }
  })
  return running
}

let refreshes = 0
async function refresh() {
  const turn = ++refreshes
  const place = Object.fromEntries(query)
  const shown = await post('page', { ...place, as: user, version }).catch(() => null)
  // An answer that a later one has overtaken is older than what the page shows.
  if (turn !== refreshes || !shown || shown.html === null) return
  version = shown.version
  document.title = shown.title
  show(shown.html)
}

const keyOf = (field) => field.id || null
function show(markup) {
  const fields = [...page.querySelectorAll('input[id],textarea[id],select[id]')]
  const states = new Map(fields.filter((field) => field.id !== 'as' && field.type !== 'file').map((field) => [keyOf(field), stateOf(field)]))
  const focus = document.activeElement
  const focused = focus && focus.id ? { id: focus.id, start: focus.selectionStart, end: focus.selectionEnd } : null
  const lists = [...page.querySelectorAll('.messages')].map((list) =>
    [list.id, list.scrollTop, list.scrollHeight - list.scrollTop - list.clientHeight < 40])
  const offers = [...page.querySelectorAll('datalist')].map((list) => [list.id, [...list.children]])
  const uploads = [...page.querySelectorAll('input[type=file]')]
  const view = page.querySelector('#modal')?.dataset.view
  page.innerHTML = markup
  for (const [id, options] of offers) document.getElementById(id)?.replaceChildren(...options)
  // The browser's file dialog, which may be open, gives its files to the field that has opened it.
  for (const field of uploads) {
    const next = document.getElementById(field.id)
    if (!next) continue
    Object.assign(field, { accept: next.accept, disabled: next.disabled })
    next.replaceWith(field)
  }
  for (const field of page.querySelectorAll('input[id],textarea[id],select[id]')) {
    const before = states.get(keyOf(field))
    if (before && before.initial === stateOf(field).initial && before.value !== before.initial) restore(field, before.value)
  }
  chooseUploaded()
  for (const [id, top, atEnd] of lists) {
    const list = document.getElementById(id)
    if (list) list.scrollTop = atEnd ? list.scrollHeight : top
  }
  showModal(view)
  const target = focused && document.getElementById(focused.id)
  if (target) {
    target.focus({ preventScroll: true })
    if (focused.start !== null && focused.start !== undefined) try { target.setSelectionRange(focused.start, focused.end) } catch {}
  }
}
const chosen = (field) => [...field.options].filter((option) => option.selected).map((option) => option.value).join('\\n')
const chosenAtFirst = (field) => [...field.options].filter((option) => option.defaultSelected).map((option) => option.value).join('\\n')
function stateOf(field) {
  if (field.type === 'checkbox' || field.type === 'radio') return { value: field.checked, initial: field.defaultChecked }
  if (field.tagName === 'SELECT') return { value: chosen(field), initial: chosenAtFirst(field) }
  return { value: field.value, initial: field.defaultValue }
}
function restore(field, value) {
  if (field.type === 'checkbox' || field.type === 'radio') field.checked = value
  else if (field.tagName === 'SELECT') {
    const values = value.split('\\n')
    for (const option of field.options) option.selected = values.includes(option.value)
  } else field.value = value
}

function showModal(before) {
  const modal = document.getElementById('modal')
  if (!modal || modal.open) return
  modal.showModal()
  if (modal.dataset.view !== before) {
    const first = modal.querySelector('[autofocus], .blocks input, .blocks textarea, .blocks select, .blocks button')
    first?.focus()
  }
  modal.addEventListener('cancel', (event) => { event.preventDefault(); close(modal) })
}
const close = (modal) => act('close', { view: modal.dataset.view }, modal)

const targetOf = (element) => JSON.parse(element.closest('[data-target]').dataset.target)
const assistantOf = (element) => JSON.parse(element.closest('[data-assistant]').dataset.assistant)
const messageOf = (element) => {
  const { channel, ts } = element.closest('.message').dataset
  return { channel, ts }
}

/** The value of a field, as the commands take it. */
function valueOf(field) {
  if (field.tagName === 'FIELDSET') {
    const values = [...field.querySelectorAll('input:checked')].map((input) => input.value)
    return field.dataset.type === 'radio_buttons' ? (values[0] ?? '') : values
  }
  if (field.multiple) return [...field.selectedOptions].map((option) => option.value)
  if (field.hasAttribute('data-external')) {
    const isMulti = field.dataset.type.startsWith('multi_')
    return isMulti && field.value !== '' ? [field.value] : field.value
  }
  if (field.type === 'datetime-local') return field.value === '' ? '' : Date.parse(field.value + ':00Z') / 1000
  return field.value
}

/** Resolves with true when the person agrees in the confirmation dialog of an element, or when the element has none. */
function confirmed(element) {
  if (!element.hasAttribute('data-confirm')) return Promise.resolve(true)
  let dialog = element
  while (dialog && !(dialog.tagName === 'DIALOG' && dialog.classList.contains('confirm'))) dialog = dialog.nextElementSibling
  if (!dialog) return Promise.resolve(true)
  dialog.showModal()
  return new Promise((resolve) => {
    const end = (answer) => { dialog.close(); resolve(answer) }
    dialog.querySelector('[data-agree]').onclick = () => end(true)
    dialog.querySelector('[data-deny]').onclick = () => end(false)
    dialog.oncancel = () => resolve(false)
  })
}
async function choose(field, value) {
  if (await confirmed(field)) await act('choose', { target: targetOf(field), element: field.dataset.element, value }, field)
  else { version = ''; await refresh() }
}

document.addEventListener('click', async (event) => {
  const button = event.target.closest('button, a')
  if (!button) return
  if (button.dataset.react) {
    const name = button.getAttribute('aria-pressed') === 'true' ? 'unreact' : 'react'
    await act(name, { message: messageOf(button), name: button.dataset.react }, button)
  } else if (button.dataset.act === 'click') {
    if (!(await confirmed(button))) return
    const element = button.dataset.name ?? button.dataset.element
    await act('click', { target: targetOf(button), element }, button)
    if (button.dataset.url) window.open(button.dataset.url, '_blank', 'noreferrer')
  } else if (button.dataset.act === 'choose') {
    await choose(button, button.dataset.value)
  } else if (button.hasAttribute('data-close')) {
    await close(button.closest('dialog'))
  } else if (button.hasAttribute('data-stop')) {
    await act('stopStream', { message: messageOf(button) }, button)
  } else if (button.dataset.bar) {
    await act('pressContextBar', { channel: button.dataset.channel, item: button.dataset.bar }, button)
  } else if (button.dataset.prompt) {
    await act('pressPrompt', { thread: assistantOf(button), title: button.dataset.prompt }, button)
  } else if (button.dataset.openAssistant) {
    event.preventDefault()
    const channel = page.querySelector('.pane[data-conversation]')?.dataset.conversation
    if (!(await act('openAssistant', { app: button.dataset.openAssistant, ...(channel ? { channel } : {}) }, button))) return
    if (button.href) location.href = button.href
  } else if (button.dataset.openHome) {
    event.preventDefault()
    await act('openHome', { app: button.dataset.openHome }, button)
    location.href = button.href
  }
})

/** Uploads files for a file input, and chooses them. */
const uploaded = new Map()
async function uploadFiles(field) {
  const list = field.dataset.upload
  try {
    for (const file of field.files) {
      const bytes = new Uint8Array(await file.arrayBuffer())
      let text = ''
      for (const byte of bytes) text += String.fromCharCode(byte)
      const { id } = await post('as/upload', { user, name: file.name, content: btoa(text) })
      uploaded.set(list, [...(uploaded.get(list) ?? []), { id, name: file.name }])
      chooseUploaded()
    }
    // The person may choose the same file again.
    field.value = ''
    document.getElementById(list).dispatchEvent(new Event('change', { bubbles: true }))
  } catch (error) { showProblem(error.message) }
}

/** Chooses the uploaded files in their menus again, after the page was replaced. */
function chooseUploaded() {
  for (const [list, files] of uploaded) {
    const menu = document.getElementById(list)
    if (!menu) uploaded.delete(list)
    else for (const { id, name } of files) {
      if (![...menu.options].some((option) => option.value === id)) menu.add(new Option(name, id))
      for (const option of menu.options) if (option.value === id) option.selected = true
    }
  }
}

document.addEventListener('change', (event) => {
  if (uploaded.has(event.target.id)) {
    const now = chosen(event.target).split('\\n')
    uploaded.set(event.target.id, uploaded.get(event.target.id).filter(({ id }) => now.includes(id)))
  }
  if (event.target.dataset.upload) { void uploadFiles(event.target); return }
  const field = event.target.closest('[data-act]')
  if (event.target.hasAttribute('data-switch')) event.target.form.requestSubmit()
  if (!field || field.tagName === 'BUTTON') return
  if (field.dataset.act === 'choose' || field.hasAttribute('data-dispatch')) void choose(field, valueOf(field))
})

let typing = 0
document.addEventListener('input', (event) => {
  const field = event.target
  if (!field.hasAttribute || !field.hasAttribute('data-external')) return
  if (field.value.length < Number(field.dataset.min)) return
  clearTimeout(typing)
  typing = setTimeout(async () => {
    try {
      const answer = await post('as/options', { user, target: targetOf(field), element: field.dataset.element, query: field.value })
      if (field.hasAttribute('data-offers')) { version = ''; await refresh(); return }
      const list = document.getElementById(field.id + '-options')
      list.replaceChildren(...answer.map((each) => new Option(each.text.text, each.text.text)))
    } catch (error) { showProblem(error.message) }
  }, 150)
})

document.addEventListener('submit', async (event) => {
  const form = event.target
  if (form.hasAttribute('data-submit')) {
    event.preventDefault()
    const values = {}
    for (const field of form.querySelectorAll('[data-act=field]')) values[field.dataset.block] = valueOf(field)
    await act('submit', { view: form.closest('dialog').dataset.view, values }, form)
  } else if (form.hasAttribute('data-react-form')) {
    event.preventDefault()
    await act('react', { message: messageOf(form), name: form.elements.name.value }, form)
  } else if (form.dataset.say) {
    event.preventDefault()
    const field = form.elements.text
    const text = field.value
    const [, command, rest] = /^(\\/\\S+)\\s*([^]*)$/.exec(text) ?? []
    field.value = ''
    const thread = form.dataset.thread
    const done = command && !thread
      ? await act('command', { command, text: rest, channel: form.dataset.say }, form)
      : await act('say', { channel: form.dataset.say, text, ...(thread ? { thread } : {}) }, form)
    if (!done) document.getElementById(field.id).value = text
    document.getElementById(field.id)?.focus()
  }
})

document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && !event.shiftKey && event.target.closest('.composer') && event.target.tagName === 'TEXTAREA') {
    event.preventDefault()
    event.target.form.requestSubmit()
  }
})

/** Tells the assistant which channel the person looks at now. */
function followChannel() {
  const pane = page.querySelector('[data-assistant]')
  const channel = page.querySelector('.pane[data-conversation]')?.dataset.conversation ?? ''
  if (!pane || pane.dataset.context === channel) return
  void act('switchChannel', { thread: assistantOf(pane), ...(channel ? { channel } : {}) })
}

showModal(undefined)
followChannel()
for (const list of document.querySelectorAll('.messages')) list.scrollTop = list.scrollHeight
if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
let waiting = false
setInterval(async () => {
  if (waiting || document.hidden) return
  waiting = true
  await refresh()
  waiting = false
}, 400)
`
