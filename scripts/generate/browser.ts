import { build } from 'esbuild'

/** The programs that a service serves to browsers: the name of the constant that has the text, by the source. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'src/services/payments/browser/main.ts': 'STRIPE_JS',
  'src/services/payments/browser/frame/main.ts': 'ELEMENT_FRAME',
  'src/services/payments/browser/checkout-page.ts': 'CHECKOUT_PAGE',
}

/**
 * Bundles the programs that the payments service serves to browsers, as a module of constants. They are generated, and
 * not built with the package, so that the service is the same when tests run it from its sources.
 */
export async function browserPrograms(root: string): Promise<string> {
  const texts = await Promise.all(
    Object.entries(PROGRAMS).map(async ([source, name]) => {
      const { outputFiles } = await build({
        absWorkingDir: root,
        entryPoints: [source],
        bundle: true,
        write: false,
        format: 'iife',
        platform: 'browser',
        target: 'es2022',
        charset: 'ascii',
        legalComments: 'none',
        minifyWhitespace: true,
        minifySyntax: true,
        lineLimit: 160,
        tsconfigRaw: '{}',
        logLevel: 'warning',
      })
      const lines = (outputFiles[0]?.text ?? '').trimEnd().split('\n')
      return `\nexport const ${name} = [\n${lines.map((line) => `  ${JSON.stringify(line)},\n`).join('')}].join('\\n')\n`
    }),
  )
  return texts.join('')
}
