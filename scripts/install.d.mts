export function isInstalled(options?: { dev?: boolean }): boolean
export function ensureInstalled(options?: { dev?: boolean }): void
export const root: string
