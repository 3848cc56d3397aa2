import type { Named } from './names.ts'

/** A row of the README's table of services: `| [`mail`](docs/mail.md) | 4009 | Resend | `resend` |`. */
const ROW = /^\| \[`([\w-]+)`\]\(docs\/[\w-]+\.md\) \|/

/**
 * Returns the README with a row for each service in its table, in the order of their ports. The last two columns, which
 * people write, stay as they are; the row of a new service has its title.
 *
 * @throws Error when the README has no such table.
 */
export function withServiceTable(readme: string, services: readonly Named[]): string {
  const lines = readme.split('\n')
  const first = lines.findIndex((line) => ROW.test(line))
  if (first === -1) throw new Error('README.md has no table of services')
  const written = new Map<string, readonly string[]>()
  let end = first
  for (let line = lines[end]; line !== undefined && ROW.test(line); line = lines[++end]) {
    const cells = line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, ''))
    written.set(ROW.exec(line)?.[1] ?? '', cells)
  }
  const rows = services.map(({ id, port, title }) => {
    const [, , speaksLike = title, clients = ''] = written.get(id) ?? []
    return `| [\`${id}\`](docs/${id}.md) | ${port} | ${speaksLike} | ${clients} |`
  })
  return [...lines.slice(0, first), ...rows, ...lines.slice(end)].join('\n')
}
