export function writeLoaded(): void
