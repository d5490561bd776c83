export function setAside(dist: string): void
export function putBack(dist: string): string[]
