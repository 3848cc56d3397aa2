// Saves one state after another, as fast as it can, and prints the number of each once it is saved.
import { filePersistence } from './file-persistence.ts'

const [file = ''] = process.argv.slice(2)
const persistence = filePersistence(file)
const before = await persistence.load()
let count = before?.services['counter']?.ids['count'] ?? 0
const filling = Array.from({ length: 2000 }, (_, id) => ({ id, text: 'x'.repeat(100) }))
for (;;) {
  count++
  const rows = { filling: [...filling], last: [{ id: 1, count }] }
  // Each save follows the one before.
  await persistence.save({
    format: 1,
    services: { counter: { version: 1, seed: '', rows, ids: { count }, values: {} } },
  })
  process.stdout.write(`${count}\n`)
}
