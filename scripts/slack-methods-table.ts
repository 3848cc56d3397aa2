import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { methodNames } from '#chat/methods.generated.ts'
import { routes } from '#chat/routes/index.ts'
import { ENDED_METHODS } from '#chat/routes/refused.ts'
import { testFiles } from './test-files.ts'

const SERVICE = 'src/services/chat'

/** The tests that call every method, which are named only where no other test calls it. */
const OF_ALL = 'operations.test.ts'

/**
 * Returns the vendor's methods as a Markdown table: how each is answered, and the test that calls it.
 *
 * The third column is empty for a method that is served and that no test calls.
 */
export function slackMethodsTable(root: string): string {
  const tests = testFiles(join(root, SERVICE))
    .toSorted((left, right) => Number(left === OF_ALL) - Number(right === OF_ALL))
    .map((file) => ({ file, text: readFileSync(join(root, SERVICE, file), 'utf8') }))
  const served = servedMethods()
  const rows = [...new Set([...methodNames, ...served])].sort().map((name) => {
    if (ENDED_METHODS.has(name)) return `| ${name} | refused, as at the vendor | auth.test.ts |`
    if (!served.has(name)) return `| ${name} | by name | auth.test.ts |`
    const tested = tests.find(({ text }) => calls(text, name))?.file
    return `| ${name} | served | ${tested ?? ''} |`
  })
  // The package has this page and not the tests, so the column has their names, without links. Links to the vendor's
  // pages would make the package larger by 20 kB.
  const introduction = 'The page of a method is `https://docs.slack.dev/reference/methods/` with its name.'
  return [introduction, '', `| method | answered | tested in, below \`${SERVICE}\` |`, '|---|---|---|', ...rows].join(
    '\n',
  )
}

function servedMethods(): ReadonlySet<string> {
  return new Set(routes.flatMap(({ path }) => /^\/api\/([a-z][\w.]*)$/i.exec(path)?.slice(1) ?? []))
}

/** Returns true for a test that calls a method by its name, or by the client's function for it. */
function calls(text: string, name: string): boolean {
  return text.includes(`'${name}'`) || new RegExp(`\\.${name.replaceAll('.', '\\.')}\\(`).test(text)
}
