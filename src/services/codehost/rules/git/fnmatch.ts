import { anyDirectories, inBrackets, inName, literal, many, matchesGlob, one, type Glob } from './glob.ts'

/**
 * Returns whether a branch or tag matches a pattern as Ruby's `File.fnmatch` does with `FNM_PATHNAME`: `*` and `?`
 * match no slash, and a double asterisk with a slash any number of directories.
 * https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/creating-rulesets-for-a-repository#using-fnmatch-syntax
 */
export function fnmatch(pattern: string, name: string): boolean {
  return matchesGlob(compile(pattern), name)
}

function compile(pattern: string): Glob {
  return [...pattern.matchAll(/\*\*\/|\*+|\?|\[[^\]]{1,100}\]|\\?[^]/g)].flatMap(([token]) => {
    if (token === '**/') return anyDirectories()
    if (token.startsWith('*')) return many(inName)
    if (token === '?') return one(inName)
    if (token.length > 2 && token.startsWith('[')) return one(inClass(token.slice(1, -1)))
    return literal(token.length > 1 ? token.slice(1) : token)
  })
}

/**
 * Returns the predicate of brackets. Unlike in the patterns of workflows, `!` negates too, and a slash never matches.
 */
function inClass(content: string): (character: string) => boolean {
  const accepts = inBrackets(content.replace(/^!/, '^'))
  return (character) => inName(character) && accepts(character)
}
