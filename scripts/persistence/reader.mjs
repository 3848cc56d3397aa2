// Prints the entries that are saved in a shared store, as JSON: `<client> <url of the store>`.
import { persistenceOf } from './persistences.mjs'

const [client = '', url = ''] = process.argv.slice(2)
const { data } = await (await persistenceOf(client, url)).load()
process.stdout.write(JSON.stringify(data.services.book.rows.entries), () => process.exit())
