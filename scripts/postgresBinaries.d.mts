export function binaryFolder(more?: string[]): string | null
