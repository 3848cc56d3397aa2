import ts from 'typescript'

/** The sources that the programs of this process have read: most are the declarations of packages. */
const sources = new Map<string, ts.SourceFile | undefined>()

/**
 * Returns a compiler host with which programs of the same target share the sources that they read, which takes the
 * longest of a type check. The files of `overlay`, texts by their paths, need not be there.
 */
export function compilerHost(
  options: ts.CompilerOptions,
  overlay: ReadonlyMap<string, string> = new Map(),
): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  return {
    ...host,
    // As the compiler's command does: no other tool reads these trees.
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeErrors,
    fileExists: (name) => overlay.has(name) || fileExists(name),
    readFile: (name) => overlay.get(name) ?? readFile(name),
    getSourceFile(name, settings, ...rest) {
      const text = overlay.get(name)
      if (text !== undefined) return ts.createSourceFile(name, text, settings)
      const format = typeof settings === 'object' ? settings.impliedNodeFormat : undefined
      const key = `${options.target} ${format} ${name}`
      if (!sources.has(key)) sources.set(key, getSourceFile(name, settings, ...rest))
      return sources.get(key)
    },
  }
}

/** Writes a mistake that the compiler has found as `line message`, with the line in its file. */
export function messageOf({ file, start = 0, messageText }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n')
  return file === undefined ? text : `${file.getLineAndCharacterOfPosition(start).line + 1} ${text}`
}
