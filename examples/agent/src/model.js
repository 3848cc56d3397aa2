/**
 * A model behind an API like OpenAI's, which streams its answer as server-sent events.
 *
 * @param {{ url: string, key: string, name: string, tools: Record<string, import('./agent.js').Tool> }} options
 * @returns {import('./agent.js').Model}
 */
export function remoteModel({ url, key, name, tools }) {
  const functions = Object.entries(tools).map(([tool, { title }]) => ({
    type: 'function',
    function: { name: tool, description: title, parameters: { type: 'object', additionalProperties: true } },
  }))
  return async function* (turns) {
    const messages = turns.map(({ role, text }) => ({ role: role === 'tool' ? 'system' : role, content: text }))
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: name, messages, tools: functions, stream: true }),
    })
    if (!response.ok || response.body === null) throw new Error(`the model answered ${response.status}`)
    let [tool, input] = ['', '']
    for await (const delta of deltasOf(response.body)) {
      if (typeof delta.content === 'string' && delta.content !== '') yield { text: delta.content }
      const call = delta.tool_calls?.[0]?.function
      tool += call?.name ?? ''
      input += call?.arguments ?? ''
    }
    if (tool !== '') yield { tool, input: JSON.parse(input || '{}') }
  }
}

/** @param {ReadableStream<Uint8Array>} body */
async function* deltasOf(body) {
  let rest = ''
  const decoder = new TextDecoder()
  // Node's streams are async iterables, which the DOM's type does not say.
  for await (const bytes of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (body))) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      const delta = JSON.parse(line.slice('data: '.length)).choices?.[0]?.delta
      if (delta !== undefined) yield delta
    }
  }
}
