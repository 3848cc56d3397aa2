// Changes the state of an instance, and ends as the arguments say: `<file> <way> <milliseconds after the answer>`.
import { createEmulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { filePersistence } from './file-persistence.ts'

const [file = '', way = 'exit', delay = '0'] = process.argv.slice(2)
const emulator = await createEmulator({
  service: notes,
  port: 0,
  seed: { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } },
  persistence: filePersistence(file),
})
const write = (title: string): Promise<Response> =>
  emulator.fetch('http://notes/notes', {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  })
// The save of the first begins at once, and is under way when the second is answered.
await write('before')
await new Promise((resolve) => setTimeout(resolve, Number(delay)))
await write('the last')
process.stdout.write('answered\n')
if (way === 'exit') process.exit()
if (way === 'throw') {
  setImmediate(() => {
    throw new Error('nobody catches this')
  })
}
// A signal comes from outside.
if (way === 'signal') setInterval(() => undefined, 1000)
