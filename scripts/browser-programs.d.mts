/**
 * Writes `src/services/payments/browser.generated.ts` below the root, unless the one that is there was made of the same
 * sources by the same programs.
 */
export function writeBrowserPrograms(root: string): Promise<void>
