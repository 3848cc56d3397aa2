// Changes the state of an instance and ends at once.
import { createEmulator } from '../emulator.ts'
import { notes } from '#testkit/notes.ts'
import { filePersistence } from './file-persistence.ts'

const [file = ''] = process.argv.slice(2)
const emulator = await createEmulator({
  service: notes,
  port: 0,
  seed: { tokens: { t: { login: 'ada', scopes: [] } }, notes: { users: [{ login: 'ada' }] } },
  persistence: filePersistence(file),
})
await emulator.fetch('http://notes/notes', {
  method: 'POST',
  headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
  body: '{"title":"the last"}',
})
// A host such as a development server ends like this.
process.exit()
