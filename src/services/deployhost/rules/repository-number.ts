import { createHash } from 'node:crypto'

/**
 * Returns a number that stands for a repository or its owner, always the same for the same name, because there is no
 * Git provider to ask for the real id.
 */
export function repositoryNumber(name: string): number {
  return (createHash('sha1').update(name.toLowerCase()).digest().readUInt32BE(0) >> 1) >>> 0
}
